-- Whom a face check was made for: a keyed hash of the document number. Null where the form did not say yet.
alter table face_check add column person_index bytea;
