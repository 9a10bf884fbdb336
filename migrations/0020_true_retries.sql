-- The tag that the first answer had, for when it is given again.
alter table kept_answers add column etag text;

-- Who came back when a merge was undone is not gone.
delete from deletions d using supporters s where d.collection = 'supporters' and d.record_id = s.id;
