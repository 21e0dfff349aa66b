CREATE TABLE vpcs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  label text NOT NULL,
  description text NOT NULL DEFAULT '',
  region text NOT NULL,
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL
);
CREATE UNIQUE INDEX vpcs_account_id_key ON vpcs (account_id, id);
COMMENT ON TABLE vpcs IS 'VPCs.';

CREATE TABLE vpc_subnets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  vpc_id bigint NOT NULL,
  label text NOT NULL,
  ipv4 cidr NOT NULL,
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL,
  CONSTRAINT vpc_subnets_no_overlap EXCLUDE USING gist (vpc_id WITH =, ipv4 inet_ops WITH &&),
  CONSTRAINT vpc_subnets_vpc_id_fkey FOREIGN KEY (account_id, vpc_id) REFERENCES vpcs (account_id, id) ON DELETE RESTRICT
);
CREATE INDEX vpc_subnets_vpc_id_idx ON vpc_subnets (vpc_id, id);
CREATE UNIQUE INDEX vpc_subnets_account_id_key ON vpc_subnets (account_id, id);
COMMENT ON TABLE vpc_subnets IS 'The subnets of VPCs. Two subnets of a VPC do not overlap.';

CREATE TABLE instances (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  label text NOT NULL,
  region text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'offline'))
);
CREATE UNIQUE INDEX instances_account_id_key ON instances (account_id, id);
COMMENT ON TABLE instances IS 'The instances that compute reported. Ids are those of compute.';

CREATE TABLE instance_disks (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  instance_id bigint NOT NULL,
  position integer NOT NULL,
  label text NOT NULL,
  size integer NOT NULL,
  source text,
  CONSTRAINT instance_disks_instance_id_fkey FOREIGN KEY (account_id, instance_id) REFERENCES instances (account_id, id) ON DELETE CASCADE
);
CREATE INDEX instance_disks_instance_id_idx ON instance_disks (instance_id);
COMMENT ON TABLE instance_disks IS 'The disks of instances, from which images are captured.';

CREATE TABLE instance_configs (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  instance_id bigint NOT NULL,
  position integer NOT NULL,
  label text NOT NULL,
  CONSTRAINT instance_configs_instance_id_fkey FOREIGN KEY (account_id, instance_id) REFERENCES instances (account_id, id) ON DELETE CASCADE
);
CREATE INDEX instance_configs_instance_id_idx ON instance_configs (instance_id);
CREATE UNIQUE INDEX instance_configs_account_id_key ON instance_configs (account_id, id);
COMMENT ON TABLE instance_configs IS 'The configuration profiles of instances.';

CREATE TABLE instance_interfaces (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  config_id bigint NOT NULL,
  instance_id bigint NOT NULL,
  position integer NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('vpc', 'public', 'vlan')),
  -- RESTRICT holds the blocked delete under concurrency (spec: VPCs rule 3).
  subnet_id bigint,
  active boolean NOT NULL,
  CONSTRAINT instance_interfaces_config_id_fkey FOREIGN KEY (account_id, config_id)
    REFERENCES instance_configs (account_id, id) ON DELETE CASCADE,
  CONSTRAINT instance_interfaces_instance_id_fkey FOREIGN KEY (account_id, instance_id)
    REFERENCES instances (account_id, id) ON DELETE CASCADE,
  CONSTRAINT instance_interfaces_subnet_id_fkey FOREIGN KEY (account_id, subnet_id)
    REFERENCES vpc_subnets (account_id, id) ON DELETE RESTRICT,
  CONSTRAINT instance_interfaces_check CHECK ((purpose = 'vpc') = (subnet_id IS NOT NULL))
);
CREATE INDEX instance_interfaces_subnet_id_idx ON instance_interfaces (subnet_id) WHERE subnet_id IS NOT NULL;
CREATE INDEX instance_interfaces_instance_id_idx ON instance_interfaces (instance_id);
CREATE INDEX instance_interfaces_config_id_idx ON instance_interfaces (config_id);
CREATE UNIQUE INDEX instance_interfaces_account_id_key ON instance_interfaces (account_id, id);
COMMENT ON TABLE instance_interfaces IS
  'The network interfaces of configuration profiles. One in a subnet keeps that subnet from being deleted.';

CREATE TABLE vpc_addresses (
  account_id bigint NOT NULL,
  interface_id bigint NOT NULL,
  instance_id bigint NOT NULL,
  subnet_id bigint NOT NULL,
  range cidr NOT NULL,
  is_range boolean NOT NULL,
  nat_1_1 inet,
  CONSTRAINT vpc_addresses_no_overlap EXCLUDE USING gist (subnet_id WITH =, instance_id WITH <>, range inet_ops WITH &&),
  CONSTRAINT vpc_addresses_instance_id_fkey FOREIGN KEY (account_id, instance_id) REFERENCES instances (account_id, id) ON DELETE CASCADE,
  CONSTRAINT vpc_addresses_interface_id_fkey FOREIGN KEY (account_id, interface_id)
    REFERENCES instance_interfaces (account_id, id) ON DELETE CASCADE,
  CONSTRAINT vpc_addresses_subnet_id_fkey FOREIGN KEY (account_id, subnet_id) REFERENCES vpc_subnets (account_id, id)
);
CREATE INDEX vpc_addresses_subnet_id_idx ON vpc_addresses (subnet_id);
CREATE INDEX vpc_addresses_interface_id_idx ON vpc_addresses (interface_id);
CREATE INDEX vpc_addresses_instance_id_idx ON vpc_addresses (instance_id);
COMMENT ON TABLE vpc_addresses IS 'The VPC IP addresses: a row per address and per range of an interface (D-60).';
