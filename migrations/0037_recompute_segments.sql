-- Text conditions ignore case since 0.2, so existing segments have members that they did not find before. The figures job computes
-- all of them again.
insert into stale_records select 'segments', id from segments;
