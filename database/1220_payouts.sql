-- The number under which a bank sent it back: the same return told again moves nothing, another one is for a person to look at.
-- Of what came back before, it stands in the books alone.
alter table payout add column return_reference text;
