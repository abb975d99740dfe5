-- A browser that proves to be known already, at whomever's, keeps the id it was first known by: two accounts used on one
-- device are found, wherever it is. Null: first known here, by its own id.
alter table merchant_device add column browser_id uuid;
create index merchant_device_by_id on merchant_device (device_id);
-- A device can be forgotten; what a kept sign-in was made with stays known. Null: made before this was noted, or refused.
alter table merchant_sign_in add column browser_id uuid;
