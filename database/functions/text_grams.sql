-- Indexes are built over this function: a new body needs a migration that rebuilds them.
-- Every letter and every two neighbouring letters of a text. An index over them answers "contains" in any script, two
-- Chinese characters included, and needs no extension that a managed database may refuse.
create or replace function text_grams(words text, sizes integer[] default '{1,2}') returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
  from unnest(sizes) as size, generate_series(1, char_length(words) - size + 1) as at
);
