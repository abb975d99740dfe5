-- What a coalesced authorisation must still find true. Raised here, it fails alone and is decided again.
create or replace function card_must(holds boolean) returns void language plpgsql immutable as $$
begin
  if not holds then
    raise exception 'card: something has changed meanwhile' using errcode = 'CC001';
  end if;
end $$;
grant execute on function card_must to coralhub_app;
