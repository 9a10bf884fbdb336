-- The order of a list that is filtered by one segment, by each of the segment's figures.
create index on segment_figures (collection, segment_id, users_count, record_id);
create index on segment_figures (collection, segment_id, accounts_count, record_id);
create index on segment_figures (collection, segment_id, revenue, record_id);
