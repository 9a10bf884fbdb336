-- Invitations to forums are mailed (auth/sign-in/outgoing-mails.ts).
alter table outgoing_mails add column forum_invitation_id bigint references forum_invitations (id) on delete cascade;
create index outgoing_mails_forum_invitation_id_idx on outgoing_mails (forum_invitation_id)
  where forum_invitation_id is not null;
