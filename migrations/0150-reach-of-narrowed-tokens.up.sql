-- What a narrowed token reaches beyond the entities that it names: all of a kind ('vpc', 'domain', 'image'), or 'rest', which no
-- restriction can name (D-279). A release that does not know the column keeps such a token closed.
ALTER TABLE tokens ADD COLUMN wholes text[] NOT NULL DEFAULT '{}';
