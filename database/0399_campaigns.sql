-- Everybody who looked, beside those who are part of the comparison: the visits of both halves were counted in the first.
alter table campaign_count drop constraint campaign_count_variant_check;
alter table campaign_count add constraint campaign_count_variant_check check (variant in ('all', 'a', 'b'));
insert into campaign_count (campaign_id, day, variant, visits)
select campaign_id, day, 'all', visits from campaign_count where variant = 'a';
update campaign_count a set visits = greatest(a.visits - coalesce((
    select b.visits from campaign_count b where b.campaign_id = a.campaign_id and b.day = a.day and b.variant = 'b'), 0), a.draws)
where a.variant = 'a';
