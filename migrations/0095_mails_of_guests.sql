-- Whether the mail confirms what a guest has sent: its words say so, and its code leads to what was published.
alter table email_sign_ins add column is_of_guest boolean not null default false;
