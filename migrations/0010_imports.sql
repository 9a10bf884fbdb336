-- Sums of what many accounts pay, each of which may be as much as an account can have.
alter table suggestions alter supporter_revenue type numeric(20, 2);
alter table features alter supporter_revenue type numeric(20, 2);
alter table segment_figures alter revenue type numeric(20, 2);
