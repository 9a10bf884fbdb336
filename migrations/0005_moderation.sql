-- Where a suggestion comes back to when it is restored.
alter table suggestions add state_before text;
