-- What is known about mails to an address does not hold for another one.
create function forget_mail_failures() returns trigger language plpgsql as $$
begin
  delete from mail_failures where user_id = new.id;
  new.email_suppressed_at := null;
  new.email_suppressed_reason := null;
  return new;
end $$;

create trigger "10_forget_mail_failures" before update of email_address on users
  for each row when (lower(new.email_address) <> lower(old.email_address))
  execute function forget_mail_failures();
