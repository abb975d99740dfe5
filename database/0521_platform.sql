-- Sheets of payments have had their time when they are read, like those of payees and shops (apps/server/src/platform/purge.ts).
drop index file_sheet_age;
create index file_sheet_age on file (created_at) where purpose in ('payee import', 'store import', 'payment batch');
