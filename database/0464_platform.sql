-- needs: files.sql
-- Sheets of payees and shops have had their time when they are read (apps/server/src/platform/purge.ts).
create index file_sheet_age on file (created_at) where purpose in ('payee import', 'store import');
create trigger file_goes before delete on file for each row execute function file_goes();
grant delete on file to coralhub_app;
