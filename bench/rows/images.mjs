const IMAGES = 1000;
const PAGE = 100;

const IMAGE = `i.public_id, i.label, i.description, i.type, i.status, i.size_mb, i.capabilities, i.created, i.updated,
  i.created_by, i.deprecated, i.eol, i.expiry, i.vendor`;
const LIST = `SELECT total, ${IMAGE} FROM (SELECT count(*) AS total FROM images WHERE public_id IS NOT NULL) counted
  LEFT JOIN (SELECT * FROM images WHERE public_id IS NOT NULL ORDER BY public_id COLLATE "C" LIMIT $1 OFFSET $2) i ON true`;

const time = (text) => text && `${text.slice(0, 10)}T${text.slice(11, 19)}`;

const listImages = {
  method: 'GET',
  path: /^\/v4\/images(\?|$)/,
  open: true,
  async handle({ sql, url }) {
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? PAGE)];
    const { rows } = await sql.read('images', LIST, [size, (page - 1) * size]);
    const results = rows[0][0];
    const data = rows.filter((row) => row[1] !== null).map((row) => imageOf(row.slice(1)));
    return { body: { data, page, pages: Math.max(1, Math.ceil(results / size)), results } };
  },
};

function imageOf([id, label, description, type, status, size, capabilities, created, updated, by, ...rest]) {
  const [deprecated, eol, expiry, vendor] = rest;
  return {
    id,
    label,
    description,
    is_public: true,
    type,
    status,
    size,
    capabilities,
    created: time(created),
    updated: time(updated),
    created_by: by,
    deprecated,
    eol: time(eol),
    expiry: time(expiry),
    vendor,
  };
}

function makeImages({ database }) {
  return database.query(
    `INSERT INTO images (public_id, label, type, status, size_mb, capabilities, created, updated, created_by, vendor)
     SELECT 'public/linux-' || n, 'Linux ' || n, 'manual', 'available', 2500, '{cloud-init}', now(), now(),
       'Cloud Account Service', 'Linux' FROM generate_series(1, $1::integer) n`,
    [IMAGES],
  );
}

export const IMAGE_ROWS = [
  {
    name: 'GET /images without a token, a page of 100 of 1,000',
    floor: 0.9,
    bare: listImages,
    async requests(world) {
      await world.once('images', () => makeImages(world));
      return () => ({ method: 'GET', path: '/v4/images' });
    },
  },
];
