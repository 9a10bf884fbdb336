-- Files are checked for damage, not for forgery, so a CRC is enough. Attachments of earlier builds have a SHA-256 instead.
alter table attachments add column crc32 bigint;
