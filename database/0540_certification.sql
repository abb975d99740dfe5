-- Whether two accounts have a document in common is asked from the accounts' side.
create index document_number_use_by_owner on document_number_use (owner_id, number_index);
