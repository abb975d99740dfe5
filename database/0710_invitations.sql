-- Who invited a merchant: friends are compared with everybody around their inviter, also with whoever invited that one.
create index invitation_progress_of_friend on invitation_progress (friend_id);
