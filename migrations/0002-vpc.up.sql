CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE vpcs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  label text NOT NULL,
  description text NOT NULL DEFAULT '',
  region text NOT NULL,
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL
);
CREATE INDEX vpcs_account_id_idx ON vpcs (account_id, id);
ALTER TABLE grants ADD CONSTRAINT grants_vpc_id_fkey FOREIGN KEY (vpc_id) REFERENCES vpcs ON DELETE CASCADE;

CREATE TABLE vpc_subnets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vpc_id bigint NOT NULL,
  label text NOT NULL,
  ipv4 cidr NOT NULL,
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL,
  CONSTRAINT vpc_subnets_vpc_id_fkey FOREIGN KEY (vpc_id) REFERENCES vpcs ON DELETE RESTRICT,
  CONSTRAINT vpc_subnets_no_overlap EXCLUDE USING gist (vpc_id WITH =, ipv4 inet_ops WITH &&)
);
CREATE INDEX vpc_subnets_vpc_id_idx ON vpc_subnets (vpc_id, id);

-- Compute's facts. The ids are compute's own, unique per kind.
CREATE TABLE instances (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  label text NOT NULL,
  region text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'offline'))
);
CREATE INDEX instances_account_id_idx ON instances (account_id, id);
ALTER TABLE grants
  ADD CONSTRAINT grants_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES instances ON DELETE CASCADE;

CREATE TABLE instance_disks (
  id bigint CONSTRAINT instance_disks_pkey PRIMARY KEY,
  instance_id bigint NOT NULL REFERENCES instances ON DELETE CASCADE,
  position integer NOT NULL,
  label text NOT NULL,
  size integer NOT NULL,
  source text
);
CREATE INDEX instance_disks_instance_id_idx ON instance_disks (instance_id);

CREATE TABLE instance_configs (
  id bigint CONSTRAINT instance_configs_pkey PRIMARY KEY,
  instance_id bigint NOT NULL REFERENCES instances ON DELETE CASCADE,
  position integer NOT NULL,
  label text NOT NULL
);
CREATE INDEX instance_configs_instance_id_idx ON instance_configs (instance_id);

CREATE TABLE instance_interfaces (
  id bigint CONSTRAINT instance_interfaces_pkey PRIMARY KEY,
  config_id bigint NOT NULL REFERENCES instance_configs ON DELETE CASCADE,
  instance_id bigint NOT NULL REFERENCES instances ON DELETE CASCADE,
  position integer NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('vpc', 'public', 'vlan')),
  -- spec: VPCs rule 3. RESTRICT is what makes a blocked delete true under concurrency.
  subnet_id bigint CONSTRAINT instance_interfaces_subnet_id_fkey REFERENCES vpc_subnets ON DELETE RESTRICT,
  active boolean NOT NULL,
  CHECK ((purpose = 'vpc') = (subnet_id IS NOT NULL))
);
CREATE INDEX instance_interfaces_subnet_id_idx ON instance_interfaces (subnet_id) WHERE subnet_id IS NOT NULL;
CREATE INDEX instance_interfaces_instance_id_idx ON instance_interfaces (instance_id);
CREATE INDEX instance_interfaces_config_id_idx ON instance_interfaces (config_id);

-- One row per address and per range of an interface: the VPC IP address records (D-60).
CREATE TABLE vpc_addresses (
  interface_id bigint NOT NULL REFERENCES instance_interfaces ON DELETE CASCADE,
  instance_id bigint NOT NULL REFERENCES instances ON DELETE CASCADE,
  subnet_id bigint NOT NULL REFERENCES vpc_subnets,
  range cidr NOT NULL,
  is_range boolean NOT NULL,
  nat_1_1 inet,
  -- Profiles of one instance may repeat its addresses; another instance may not have them (D-196).
  CONSTRAINT vpc_addresses_no_overlap
    EXCLUDE USING gist (subnet_id WITH =, instance_id WITH <>, range inet_ops WITH &&)
);
CREATE INDEX vpc_addresses_subnet_id_idx ON vpc_addresses (subnet_id);
CREATE INDEX vpc_addresses_interface_id_idx ON vpc_addresses (interface_id);
CREATE INDEX vpc_addresses_instance_id_idx ON vpc_addresses (instance_id);
