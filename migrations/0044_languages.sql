-- The language in which a person gets mails, as long as it is not known null, and the language of each mail that waits.
alter table users add column language text;
alter table outgoing_mails add column language text not null default 'en';
