-- graphile-worker replaces the timer: its jobs say who works on what, and its cron when files are swept.
alter table attachments drop column thumbnail_claimed_at;
alter table file_store drop column swept_at;
