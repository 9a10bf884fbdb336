-- Generated from src/resources by `npm run triggers`. The functions are in records.sql and events.sql.

create trigger "10_count_records_on_insert" after insert on announcements referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on announcements referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on announcements referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on announcements referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on announcements referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on announcements referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on api_clients referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on api_clients referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on api_clients referencing old table as removed
  for each statement execute function record_deletions();

create trigger "10_count_records_on_insert" after insert on attachments referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on attachments referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on attachments referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on attachments referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on attachments referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on attachments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on audit_entries referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on audit_entries referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on audit_entries referencing old table as removed
  for each statement execute function record_deletions();

create trigger "10_count_records_on_insert" after insert on audit_features referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on audit_features referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on audit_features referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on audit_features referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on audit_features referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on audit_features referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on bulk_actions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on bulk_actions referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on bulk_actions referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on bulk_actions referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on bulk_actions referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on bulk_actions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on categories referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on categories referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on categories referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on categories referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on categories referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on categories referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on comments referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on comments referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on comments referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on comments referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on comments referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on comments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on content_reports referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on content_reports referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on content_reports referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on content_reports referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on content_reports referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on content_reports referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on custom_fields referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on custom_fields referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on custom_fields referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on custom_fields referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on custom_fields referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on custom_fields referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on deletions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on deletions referencing old table as removed
  for each statement execute function count_records();

create trigger "10_count_records_on_insert" after insert on external_accounts referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on external_accounts referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on external_accounts referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on external_accounts referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on external_accounts referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on external_accounts referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on external_users referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on external_users referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on external_users referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on external_users referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on external_users referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on external_users referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on feature_statuses referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on feature_statuses referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on feature_statuses referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on feature_statuses referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on feature_statuses referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on feature_statuses referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on features referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on features referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on features referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on features referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on features referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on features referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on feedback_atoms referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on feedback_atoms referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on feedback_atoms referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on feedback_atoms referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on feedback_atoms referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on feedback_atoms referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on feedback_connector_configurations referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on feedback_connector_configurations referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on feedback_connector_configurations referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on feedback_connector_configurations referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on feedback_connector_configurations referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on feedback_connector_configurations referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on feedback_records referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on feedback_records referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on feedback_records referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on feedback_records referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on feedback_records referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on feedback_records referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on forum_invitations referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on forum_invitations referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on forum_invitations referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on forum_invitations referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on forum_invitations referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on forum_invitations referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on forums referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on forums referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on forums referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on forums referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on forums referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on forums referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on guest_contributions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on guest_contributions referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on guest_contributions referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on guest_contributions referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on guest_contributions referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on guest_contributions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on impact_reports referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on impact_reports referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on impact_reports referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on impact_reports referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on impact_reports referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on impact_reports referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on importance_responses referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on importance_responses referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on importance_responses referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on importance_responses referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on importance_responses referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on importance_responses referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on importance_scores referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on importance_scores referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on importance_scores referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on importance_scores referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on importance_scores referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on importance_scores referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on imports referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on imports referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on imports referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on imports referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on imports referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on imports referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on internal_flags referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on internal_flags referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on internal_flags referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on internal_flags referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on internal_flags referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on internal_flags referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on internal_status_updates referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on internal_status_updates referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on internal_status_updates referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on internal_status_updates referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on internal_status_updates referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on internal_status_updates referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on internal_statuses referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on internal_statuses referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on internal_statuses referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on internal_statuses referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on internal_statuses referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on internal_statuses referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on invitations referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on invitations referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on invitations referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on invitations referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on invitations referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on invitations referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on issue_links referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on issue_links referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on issue_links referencing old table as removed
  for each statement execute function record_deletions();

create trigger "10_count_records_on_insert" after insert on labels referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on labels referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on labels referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on labels referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on labels referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on labels referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on mailings referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on mailings referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on mailings referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on mailings referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on mailings referencing old table as changed
  for each statement execute function record_events('');

create trigger "10_count_records_on_insert" after insert on moves referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on moves referencing old table as removed
  for each statement execute function count_records();

create trigger "10_count_records_on_insert" after insert on notes referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on notes referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on notes referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on notes referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on notes referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on notes referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on nps_ratings referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on nps_ratings referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on nps_ratings referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on nps_ratings referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on nps_ratings referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on nps_ratings referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on oidc_providers referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on oidc_providers referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on oidc_providers referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on oidc_providers referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on oidc_providers referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on oidc_providers referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on permissions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on permissions referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on permissions referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on permissions referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on permissions referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on permissions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on product_areas referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on product_areas referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on product_areas referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on product_areas referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on product_areas referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on product_areas referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on recent_changes referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on recent_changes referencing old table as removed
  for each statement execute function count_records();

create trigger "10_count_records_on_insert" after insert on saved_replies referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on saved_replies referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on saved_replies referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on saved_replies referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on saved_replies referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on saved_replies referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on segmented_values referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on segmented_values referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on segmented_values referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on segmented_values referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on segmented_values referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on segmented_values referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on segments referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on segments referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on segments referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on segments referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on segments referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on segments referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on service_hook_logs referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on service_hook_logs referencing old table as removed
  for each statement execute function count_records();

create trigger "10_count_records_on_insert" after insert on sessions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on sessions referencing old table as removed
  for each statement execute function count_records();
create trigger "90_record_events_on_insert" after insert on sessions referencing new table as changed
  for each statement execute function record_events('of a person');
create trigger "90_record_events_on_delete" after delete on sessions referencing old table as changed
  for each statement execute function record_events('of a person');

create trigger "10_count_records_on_insert" after insert on sso_keys referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on sso_keys referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on sso_keys referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on sso_keys referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on sso_keys referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on sso_keys referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on status_updates referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on status_updates referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on status_updates referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on status_updates referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on status_updates referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on status_updates referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on statuses referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on statuses referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on statuses referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on statuses referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on statuses referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on statuses referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on subdomains referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on subdomains referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on subdomains referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on subdomains referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on subdomains referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on subdomains referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on suggested_merges referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on suggested_merges referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on suggested_merges referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on suggested_merges referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on suggested_merges referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on suggested_merges referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on suggestion_activity_entries referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on suggestion_activity_entries referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on suggestion_activity_entries referencing old table as removed
  for each statement execute function record_deletions();

create trigger "10_count_records_on_insert" after insert on suggestions referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on suggestions referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on suggestions referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on suggestions referencing new table as changed
  for each statement execute function record_events('a suggestion');
create trigger "90_record_events_on_delete" after delete on suggestions referencing old table as changed
  for each statement execute function record_events('a suggestion');
create trigger "90_record_events_on_update" after update on suggestions referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a suggestion');
create trigger "90_record_events_on_insert" after insert on issue_links referencing new table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_delete" after delete on issue_links referencing old table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_update" after update on issue_links referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_insert" after insert on suggestion_features referencing new table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_delete" after delete on suggestion_features referencing old table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_update" after update on suggestion_features referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_insert" after insert on suggestion_labels referencing new table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_delete" after delete on suggestion_labels referencing old table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_update" after update on suggestion_labels referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_insert" after insert on suggestion_links referencing new table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_delete" after delete on suggestion_links referencing old table as changed
  for each statement execute function record_events('a link of a suggestion');
create trigger "90_record_events_on_update" after update on suggestion_links referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a link of a suggestion');

create trigger "10_count_records_on_insert" after insert on supporter_messages referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on supporter_messages referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on supporter_messages referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on supporter_messages referencing new table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_delete" after delete on supporter_messages referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on supporter_messages referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_delete" after delete on supporters referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on supporters referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_delete" after delete on supporters referencing old table as changed
  for each statement execute function record_events('of a suggestion');
create trigger "90_record_events_on_update" after update on supporters referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a suggestion');

create trigger "10_count_records_on_insert" after insert on teams referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on teams referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on teams referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on teams referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on teams referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on teams referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');
create trigger "90_record_events_on_insert" after insert on team_members referencing new table as changed
  for each statement execute function record_events('a link of a team');
create trigger "90_record_events_on_delete" after delete on team_members referencing old table as changed
  for each statement execute function record_events('a link of a team');
create trigger "90_record_events_on_update" after update on team_members referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('a link of a team');

create trigger "10_count_records_on_insert" after insert on theme_sets referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on theme_sets referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on theme_sets referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on theme_sets referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on theme_sets referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on theme_sets referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on themes referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on themes referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on themes referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on themes referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on themes referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on themes referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on tickets referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on tickets referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on tickets referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on tickets referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on tickets referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on tickets referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on users referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on users referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on users referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on users referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on users referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on users referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');

create trigger "10_count_records_on_insert" after insert on views referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on views referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on views referencing old table as removed
  for each statement execute function record_shared_deletions();
create trigger "90_record_events_on_insert" after insert on views referencing new table as changed
  for each statement execute function record_events('of a person');
create trigger "90_record_events_on_delete" after delete on views referencing old table as changed
  for each statement execute function record_events('of a person');
create trigger "90_record_events_on_update" after update on views referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('of a person');

create trigger "10_count_records_on_insert" after insert on webhook_deliveries referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on webhook_deliveries referencing old table as removed
  for each statement execute function count_records();

create trigger "10_count_records_on_insert" after insert on webhooks referencing new table as added
  for each statement execute function count_records();
create trigger "10_count_records_on_delete" after delete on webhooks referencing old table as removed
  for each statement execute function count_records();
create trigger "30_record_deletions" after delete on webhooks referencing old table as removed
  for each statement execute function record_deletions();
create trigger "90_record_events_on_insert" after insert on webhooks referencing new table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_delete" after delete on webhooks referencing old table as changed
  for each statement execute function record_events('');
create trigger "90_record_events_on_update" after update on webhooks referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function record_events('');
