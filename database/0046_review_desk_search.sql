-- Every letter and every two neighbouring letters of a text. An index over them answers "contains" in any script, two
-- Chinese characters included, and needs no extension that a managed database may refuse.
create function text_grams(words text, sizes integer[] default '{1,2}') returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
  from unnest(sizes) as size, generate_series(1, char_length(words) - size + 1) as at
);

-- The desk's other ways to look, over all merchants: by name, by who is at it, by kind, in the order of submission.
create index certification_application_by_name on certification_application using gin (text_grams(subject_name));
create index certification_application_held on certification_application (held_by) where held_by is not null;
create index certification_application_by_form on certification_application (form, due_at desc, id desc);
create index certification_application_by_kind on certification_application (submission_kind, due_at desc, id desc);
create index certification_application_submitted on certification_application (submitted_at desc, id desc);
