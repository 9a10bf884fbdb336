// Generated from docs/openapi.json by `npm run client-types`. Do not edit.

export interface paths {
    "/api/v2/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an access token for an API client */
        post: operations["post_oauth_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an access token */
        post: operations["post_oauth_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the user of the token */
        get: operations["get_users_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Export all personal data of a user */
        put: operations["put_users_by_id_export"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/find_or_create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find or create a user by e-mail address */
        post: operations["post_users_find_or_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Block a user */
        put: operations["put_users_by_id_block"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Unblock a user */
        put: operations["put_users_by_id_unblock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more users by id */
        get: operations["get_users_by_id"];
        put?: never;
        post?: never;
        /**
         * Erase a user
         * @description The content that the user wrote remains, without an author.
         */
        delete: operations["delete_users_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/subdomains/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current account */
        get: operations["get_subdomains_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/subdomains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more subdomains by id */
        get: operations["get_subdomains_by_id"];
        /** Update the account */
        put: operations["put_subdomains_by_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/translatable_strings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all translatable strings */
        get: operations["get_translatable_strings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/translatable_strings/{locale}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the translations for a language */
        get: operations["get_translatable_strings_by_locale"];
        /**
         * Set translations for a language
         * @description In JSON, null or an empty string removes a translation.
         */
        put: operations["put_translatable_strings_by_locale"];
        post?: never;
        /**
         * Delete all translations for a language
         * @description The response contains the deleted translations.
         */
        delete: operations["delete_translatable_strings_by_locale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suggestions */
        get: operations["get_suggestions"];
        put?: never;
        /** Create a suggestion */
        post: operations["post_suggestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more suggestions by id */
        get: operations["get_suggestions_by_id"];
        /** Update a suggestion */
        put: operations["put_suggestions_by_id"];
        post?: never;
        /**
         * Soft-delete a suggestion
         * @description Alias of delete.
         */
        delete: operations["delete_suggestions_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/forums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List forums */
        get: operations["get_forums"];
        put?: never;
        /** Create a forum */
        post: operations["post_forums"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/forums/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more forums by id */
        get: operations["get_forums_by_id"];
        /** Update a forum */
        put: operations["put_forums_by_id"];
        post?: never;
        /**
         * Delete an empty forum
         * @description Also deletes its categories and invitations. 409 while it has suggestions, also deleted ones, or is the default.
         */
        delete: operations["delete_forums_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["get_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attachments */
        get: operations["get_attachments"];
        put?: never;
        /**
         * Upload a file
         * @description Maximum: 50000000 bytes.
         */
        post: operations["post_attachments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more attachments by id */
        get: operations["get_attachments_by_id"];
        put?: never;
        post?: never;
        /** Delete an attachment */
        delete: operations["delete_attachments_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List external users */
        get: operations["get_external_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more external users by id */
        get: operations["get_external_users_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List external accounts */
        get: operations["get_external_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more external accounts by id */
        get: operations["get_external_accounts_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: operations["get_categories"];
        put?: never;
        /** Create a category */
        post: operations["post_categories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more categories by id */
        get: operations["get_categories_by_id"];
        /** Update a category */
        put: operations["put_categories_by_id"];
        post?: never;
        /**
         * Delete a category
         * @description Its suggestions remain, without a category.
         */
        delete: operations["delete_categories_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List labels */
        get: operations["get_labels"];
        put?: never;
        /** Create a label */
        post: operations["post_labels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more labels by id */
        get: operations["get_labels_by_id"];
        /** Update a label */
        put: operations["put_labels_by_id"];
        post?: never;
        /**
         * Delete a label
         * @description It is removed from all its suggestions.
         */
        delete: operations["delete_labels_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List statuses */
        get: operations["get_statuses"];
        put?: never;
        /** Create a status */
        post: operations["post_statuses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/statuses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more statuses by id */
        get: operations["get_statuses_by_id"];
        /**
         * Update a status
         * @description A change of `is_open` closes or reopens all its suggestions.
         */
        put: operations["put_statuses_by_id"];
        post?: never;
        /**
         * Delete a status
         * @description Its suggestions remain, open and without a status.
         */
        delete: operations["delete_statuses_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/status_updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List status updates */
        get: operations["get_status_updates"];
        put?: never;
        /** Create a status update for a suggestion */
        post: operations["post_status_updates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/status_updates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more status updates by id */
        get: operations["get_status_updates_by_id"];
        /** Update a status update */
        put: operations["put_status_updates_by_id"];
        post?: never;
        /**
         * Delete a status update
         * @description The suggestion keeps its status.
         */
        delete: operations["delete_status_updates_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tickets */
        get: operations["get_tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more tickets by id */
        get: operations["get_tickets_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notes */
        get: operations["get_notes"];
        put?: never;
        /** Create a note on a suggestion, or a reply to a note */
        post: operations["post_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more notes by id */
        get: operations["get_notes_by_id"];
        /** Update a note */
        put: operations["put_notes_by_id"];
        post?: never;
        /** Delete a note and its replies */
        delete: operations["delete_notes_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comments */
        get: operations["get_comments"];
        put?: never;
        /** Create a comment on a suggestion */
        post: operations["post_comments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more comments by id */
        get: operations["get_comments_by_id"];
        /** Update a comment */
        put: operations["put_comments_by_id"];
        post?: never;
        /**
         * Soft-delete a comment
         * @description Alias of delete.
         */
        delete: operations["delete_comments_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/supporters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List supporters */
        get: operations["get_supporters"];
        put?: never;
        /**
         * Create a supporter of a suggestion
         * @description Without a person, the supporter is the person that the token belongs to, if it belongs to one.
         */
        post: operations["post_supporters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/supporters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more supporters by id */
        get: operations["get_supporters_by_id"];
        put?: never;
        post?: never;
        /** Delete a supporter */
        delete: operations["delete_supporters_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/nps_ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List nps ratings */
        get: operations["get_nps_ratings"];
        put?: never;
        /**
         * Create an NPS rating of a user
         * @description The rating is 0 to 10.
         */
        post: operations["post_nps_ratings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/nps_ratings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more nps ratings by id */
        get: operations["get_nps_ratings_by_id"];
        put?: never;
        post?: never;
        /**
         * Delete an NPS rating
         * @description The previous rating of the user counts again.
         */
        delete: operations["delete_nps_ratings_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List teams */
        get: operations["get_teams"];
        put?: never;
        /** Create a team */
        post: operations["post_teams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more teams by id */
        get: operations["get_teams_by_id"];
        /** Update a team */
        put: operations["put_teams_by_id"];
        post?: never;
        /**
         * Delete a team
         * @description The users of the team are not deleted.
         */
        delete: operations["delete_teams_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/custom_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List custom fields */
        get: operations["get_custom_fields"];
        put?: never;
        /** Create a custom field */
        post: operations["post_custom_fields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/custom_fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more custom fields by id */
        get: operations["get_custom_fields_by_id"];
        /**
         * Update a custom field
         * @description Existing values move to a new key.
         */
        put: operations["put_custom_fields_by_id"];
        post?: never;
        /** Delete a custom field and all its values */
        delete: operations["delete_custom_fields_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List features */
        get: operations["get_features"];
        put?: never;
        /** Create a feature */
        post: operations["post_features"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/features/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more features by id */
        get: operations["get_features_by_id"];
        /** Update a feature */
        put: operations["put_features_by_id"];
        post?: never;
        /**
         * Delete a feature
         * @description It is removed from all its suggestions.
         */
        delete: operations["delete_features_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feature_statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feature statuses */
        get: operations["get_feature_statuses"];
        put?: never;
        /** Create a feature status */
        post: operations["post_feature_statuses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feature_statuses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feature statuses by id */
        get: operations["get_feature_statuses_by_id"];
        /** Update a feature status */
        put: operations["put_feature_statuses_by_id"];
        post?: never;
        /** Delete a feature status */
        delete: operations["delete_feature_statuses_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/product_areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List product areas */
        get: operations["get_product_areas"];
        put?: never;
        /** Create a product area */
        post: operations["post_product_areas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/product_areas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more product areas by id */
        get: operations["get_product_areas_by_id"];
        /** Update a product area */
        put: operations["put_product_areas_by_id"];
        post?: never;
        /** Delete a product area */
        delete: operations["delete_product_areas_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feedback records */
        get: operations["get_feedback_records"];
        put?: never;
        /**
         * Create a feedback record
         * @description The customer becomes a supporter of the suggestion.
         */
        post: operations["post_feedback_records"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feedback records by id */
        get: operations["get_feedback_records_by_id"];
        /** Update a feedback record */
        put: operations["put_feedback_records_by_id"];
        post?: never;
        /** Soft-delete a feedback record */
        delete: operations["delete_feedback_records_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feedback records (alias of /feedback_records) */
        get: operations["get_requests"];
        put?: never;
        /**
         * Create a feedback record (alias of /feedback_records)
         * @description The customer becomes a supporter of the suggestion.
         */
        post: operations["post_requests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feedback records by id (alias of /feedback_records) */
        get: operations["get_requests_by_id"];
        /** Update a feedback record (alias of /feedback_records) */
        put: operations["put_requests_by_id"];
        post?: never;
        /** Soft-delete a feedback record (alias of /feedback_records) */
        delete: operations["delete_requests_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feedback records (alias of /feedback_records) */
        get: operations["get_feedback"];
        put?: never;
        /**
         * Create a feedback record (alias of /feedback_records)
         * @description The customer becomes a supporter of the suggestion.
         */
        post: operations["post_feedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feedback records by id (alias of /feedback_records) */
        get: operations["get_feedback_by_id"];
        /** Update a feedback record (alias of /feedback_records) */
        put: operations["put_feedback_by_id"];
        post?: never;
        /** Soft-delete a feedback record (alias of /feedback_records) */
        delete: operations["delete_feedback_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/supporter_messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List supporter messages */
        get: operations["get_supporter_messages"];
        put?: never;
        /**
         * Create a message to all supporters of a suggestion
         * @description The message is stored; no e-mail is sent.
         */
        post: operations["post_supporter_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/supporter_messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more supporter messages by id */
        get: operations["get_supporter_messages_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List supporter messages (alias of /supporter_messages) */
        get: operations["get_messages"];
        put?: never;
        /**
         * Create a message to all supporters of a suggestion (alias of /supporter_messages)
         * @description The message is stored; no e-mail is sent.
         */
        post: operations["post_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more supporter messages by id (alias of /supporter_messages) */
        get: operations["get_messages_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List internal statuses */
        get: operations["get_internal_statuses"];
        put?: never;
        /** Create an internal status */
        post: operations["post_internal_statuses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_statuses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more internal statuses by id */
        get: operations["get_internal_statuses_by_id"];
        /** Update an internal status */
        put: operations["put_internal_statuses_by_id"];
        post?: never;
        /** Delete an internal status */
        delete: operations["delete_internal_statuses_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_status_updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List internal status updates */
        get: operations["get_internal_status_updates"];
        put?: never;
        /** Create an internal status update for a suggestion */
        post: operations["post_internal_status_updates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_status_updates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more internal status updates by id */
        get: operations["get_internal_status_updates_by_id"];
        /** Update an internal status update */
        put: operations["put_internal_status_updates_by_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List internal flags */
        get: operations["get_internal_flags"];
        put?: never;
        /** Create an internal flag on a suggestion */
        post: operations["post_internal_flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_flags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more internal flags by id */
        get: operations["get_internal_flags_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List segments */
        get: operations["get_segments"];
        put?: never;
        /**
         * Create a segment
         * @description Suggestions and features then show the values of the segment.
         */
        post: operations["post_segments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more segments by id */
        get: operations["get_segments_by_id"];
        /** Update a segment */
        put: operations["put_segments_by_id"];
        post?: never;
        /** Delete a segment and its values */
        delete: operations["delete_segments_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segmented_values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List segmented values */
        get: operations["get_segmented_values"];
        put?: never;
        /**
         * Create a segmented value
         * @description Suggestions or features show the value as `cv_<key>`.
         */
        post: operations["post_segmented_values"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segmented_values/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more segmented values by id */
        get: operations["get_segmented_values_by_id"];
        /** Update a segmented value */
        put: operations["put_segmented_values_by_id"];
        post?: never;
        /** Delete a segmented value */
        delete: operations["delete_segmented_values_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/filtered_columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List segmented values (alias of /segmented_values) */
        get: operations["get_filtered_columns"];
        put?: never;
        /**
         * Create a segmented value (alias of /segmented_values)
         * @description Suggestions or features show the value as `cv_<key>`.
         */
        post: operations["post_filtered_columns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/filtered_columns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more segmented values by id (alias of /segmented_values) */
        get: operations["get_filtered_columns_by_id"];
        /** Update a segmented value (alias of /segmented_values) */
        put: operations["put_filtered_columns_by_id"];
        post?: never;
        /** Delete a segmented value (alias of /segmented_values) */
        delete: operations["delete_filtered_columns_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/importance_responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List importance responses */
        get: operations["get_importance_responses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/importance_responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more importance responses by id */
        get: operations["get_importance_responses_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/importance_scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List importance scores */
        get: operations["get_importance_scores"];
        put?: never;
        /**
         * Create or update an importance score
         * @description A person has one score for each suggestion; a new score replaces it.
         */
        post: operations["post_importance_scores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/importance_scores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more importance scores by id */
        get: operations["get_importance_scores_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List permissions */
        get: operations["get_permissions"];
        put?: never;
        /**
         * Create a permission
         * @description A person has at most one permission. No e-mail is sent; the response contains the invitation code.
         */
        post: operations["post_permissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/permissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more permissions by id */
        get: operations["get_permissions_by_id"];
        /** Update a permission */
        put: operations["put_permissions_by_id"];
        post?: never;
        /**
         * Delete a permission
         * @description The permission of the last owner cannot be deleted. The sessions of the person end.
         */
        delete: operations["delete_permissions_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/forum_invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List forum invitations */
        get: operations["get_forum_invitations"];
        put?: never;
        /**
         * Invite e-mail addresses to a forum
         * @description An address is invited to a forum once. No e-mail is sent; the response contains the codes.
         */
        post: operations["post_forum_invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/forum_invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more forum invitations by id */
        get: operations["get_forum_invitations_by_id"];
        put?: never;
        post?: never;
        /** Delete a forum invitation */
        delete: operations["delete_forum_invitations_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List views */
        get: operations["get_views"];
        put?: never;
        /** Create a view */
        post: operations["post_views"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more views by id */
        get: operations["get_views_by_id"];
        /** Update a view */
        put: operations["put_views_by_id"];
        post?: never;
        /** Delete a view */
        delete: operations["delete_views_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestion_activity_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suggestion activity entries */
        get: operations["get_suggestion_activity_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestion_activity_entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more suggestion activity entries by id */
        get: operations["get_suggestion_activity_entries_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggested_merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suggested merges */
        get: operations["get_suggested_merges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggested_merges/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more suggested merges by id */
        get: operations["get_suggested_merges_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/service_hook_logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List service hook logs */
        get: operations["get_service_hook_logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/service_hook_logs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more service hook logs by id */
        get: operations["get_service_hook_logs_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/subdomains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subdomains */
        get: operations["get_subdomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/theme_sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List theme sets */
        get: operations["get_theme_sets"];
        put?: never;
        /**
         * Create a theme set
         * @description `themes` contains the names of its themes.
         */
        post: operations["post_theme_sets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/theme_sets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more theme sets by id */
        get: operations["get_theme_sets_by_id"];
        /**
         * Update a theme set
         * @description `themes` replaces all themes of the set.
         */
        put: operations["put_theme_sets_by_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/themes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List themes */
        get: operations["get_themes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/themes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more themes by id */
        get: operations["get_themes_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/impact_reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List impact reports */
        get: operations["get_impact_reports"];
        put?: never;
        /** Create an impact report */
        post: operations["post_impact_reports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/impact_reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more impact reports by id */
        get: operations["get_impact_reports_by_id"];
        /** Update an impact report */
        put: operations["put_impact_reports_by_id"];
        post?: never;
        /** Delete an impact report */
        delete: operations["delete_impact_reports_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/audit_features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit features */
        get: operations["get_audit_features"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/audit_features/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more audit features by id */
        get: operations["get_audit_features_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_atoms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feedback atoms */
        get: operations["get_feedback_atoms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_atoms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feedback atoms by id */
        get: operations["get_feedback_atoms_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_connector_configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List feedback connector configurations */
        get: operations["get_feedback_connector_configurations"];
        put?: never;
        /** Create a feedback connector configuration */
        post: operations["post_feedback_connector_configurations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_connector_configurations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more feedback connector configurations by id */
        get: operations["get_feedback_connector_configurations_by_id"];
        /** Update a feedback connector configuration */
        put: operations["put_feedback_connector_configurations_by_id"];
        post?: never;
        /** Delete a feedback connector configuration */
        delete: operations["delete_feedback_connector_configurations_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports */
        get: operations["get_imports"];
        put?: never;
        /**
         * Import people and accounts, or suggestions, from a CSV file of at most 100,000 rows in the background
         * @description If anything is wrong with the file, nothing is imported, unless `skip_invalid` is true. A file in `text/csv` has the other members in the query.
         */
        post: operations["post_imports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more imports by id */
        get: operations["get_imports_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bulk actions */
        get: operations["get_bulk_actions"];
        put?: never;
        /**
         * Change many suggestions
         * @description Up to 50 suggestions are changed before the response, more in the background. `links` has the label, category, status, forum or suggestion that the action needs. Suggestions that cannot be changed are listed in `errors`.
         */
        post: operations["post_bulk_actions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more bulk actions by id */
        get: operations["get_bulk_actions_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/issue_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List issue links */
        get: operations["get_issue_links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/issue_links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more issue links by id */
        get: operations["get_issue_links_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/audit_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit entries */
        get: operations["get_audit_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/audit_entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more audit entries by id */
        get: operations["get_audit_entries_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/api_clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List api clients */
        get: operations["get_api_clients"];
        put?: never;
        /**
         * Create an API client
         * @description The key and the secret are in this response only.
         */
        post: operations["post_api_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/api_clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more api clients by id */
        get: operations["get_api_clients_by_id"];
        /**
         * Update an API client
         * @description Tokens that exist are limited too.
         */
        put: operations["put_api_clients_by_id"];
        post?: never;
        /**
         * Revoke an API client
         * @description Its tokens stop at once, for good. The client stays in the list.
         */
        delete: operations["delete_api_clients_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions */
        get: operations["get_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more sessions by id */
        get: operations["get_sessions_by_id"];
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Owners can end every session, others their own.
         */
        delete: operations["delete_sessions_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List invitations */
        get: operations["get_invitations"];
        put?: never;
        /**
         * Invite a person to staff
         * @description Only this response contains `url`, the link with which the person accepts. It works once, for 7 days. It is also mailed where mail is configured. An `Idempotency-Key` prevents a second invitation, but the response is not stored: a repeated request gets 409.
         */
        post: operations["post_invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more invitations by id */
        get: operations["get_invitations_by_id"];
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its link does not work any more. A role that was accepted stays.
         */
        delete: operations["delete_invitations_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deletions */
        get: operations["get_deletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/deletions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one or more deletions by id */
        get: operations["get_deletions_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count suggestions by forum, category, status and state
         * @description From counters, so it is fast for any number of suggestions. Takes the filters of the list that have counters.
         */
        get: operations["get_suggestions_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/merge_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a merge into a suggestion
         * @description What would move, what would stay with the merged suggestions, and the counts of the suggestion after the merge. Suggestions that cannot be merged are in `errors`.
         */
        get: operations["get_suggestions_by_id_merge_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/notification_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview whom a status update of a suggestion concerns
         * @description Counts subscribed supporters and followers who are not blocked and receive notifications. `links` has ten of them; `includes=users` adds their records.
         */
        get: operations["get_suggestions_by_id_notification_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge suggestions into another suggestion */
        post: operations["post_suggestions_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/bulk/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge suggestions into another suggestion
         * @description Alias of merge.
         */
        post: operations["post_suggestions_bulk_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unmerge a suggestion */
        post: operations["post_suggestions_by_id_unmerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggested_merges/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Reject a suggested merge */
        put: operations["put_suggested_merges_by_id_reject"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_actions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a bulk action
         * @description It stops after the current batch. What is done can be undone.
         */
        put: operations["put_bulk_actions_by_id_cancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_actions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Undo a bulk action
         * @description Possible until `undo_until`. Suggestions that were changed since are left alone and listed in `errors`.
         */
        put: operations["put_bulk_actions_by_id_undo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a suggestion with its author, creation time, labels and status */
        post: operations["post_suggestions_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Approve a suggestion */
        put: operations["put_suggestions_by_id_approve"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Publish a suggestion */
        put: operations["put_suggestions_by_id_publish"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark a suggestion as spam */
        put: operations["put_suggestions_by_id_spam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Soft-delete a suggestion */
        put: operations["put_suggestions_by_id_delete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Restore a deleted or spam suggestion */
        put: operations["put_suggestions_by_id_restore"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/unremove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a deleted or spam suggestion
         * @description Alias of restore.
         */
        put: operations["put_suggestions_by_id_unremove"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link two related suggestions */
        post: operations["post_suggestions_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unlink two suggestions */
        post: operations["post_suggestions_unlink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/list_priority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the list priority of suggestions
         * @description The order of the ids is the order of `sort=list_priority`.
         */
        put: operations["put_suggestions_list_priority"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/assign_owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign an owner to a suggestion
         * @description Send null to remove the owner.
         */
        put: operations["put_suggestions_by_id_assign_owner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/convert_to_ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Convert a suggestion to a ticket
         * @description The suggestion is soft-deleted.
         */
        put: operations["put_suggestions_by_id_convert_to_ticket"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to a suggestion
         * @description The subscriber is the user of the token.
         */
        post: operations["post_suggestions_by_id_subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe from a suggestion
         * @description The subscriber is the user of the token.
         */
        post: operations["post_suggestions_by_id_unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/imports/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an import
         * @description Writes nothing. Columns that `mapping` does not name are guessed by their names, in English and German. A file in `text/csv` has the other members in the query, for example `type=suggestions&mapping.Titel=title`.
         */
        post: operations["post_imports_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/imports/{id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows that an import left out
         * @description With `format=csv` the response is a file of these rows with their problems. Correct it and import it as it is. Kept for 30 days, at most 10,000 rows.
         */
        get: operations["get_imports_by_id_problems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Undo an import
         * @description Possible until `undo_until`, 24 hours after the import. Created records are deleted unless others refer to them. Changed ones get their old values back where they still have those of the import. It runs in the background: `undone_rows` shows the progress, and `undone_at` the end.
         */
        put: operations["put_imports_by_id_undo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/labels/attach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attach a label to a suggestion */
        post: operations["post_labels_attach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/labels/detach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Detach a label from a suggestion */
        post: operations["post_labels_detach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/categories/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the order of categories
         * @description The order of the ids is the order of `sort=position`.
         */
        put: operations["put_categories_positions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Approve a comment */
        put: operations["put_comments_by_id_approve"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark a comment as spam */
        put: operations["put_comments_by_id_spam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Soft-delete a comment */
        put: operations["put_comments_by_id_delete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Restore a deleted or spam comment */
        put: operations["put_comments_by_id_restore"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/comments/{id}/unremove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a deleted or spam comment
         * @description Alias of restore.
         */
        put: operations["put_comments_by_id_unremove"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/internal_flags/{id}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Clear an internal flag */
        put: operations["put_internal_flags_by_id_clear"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_records/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Soft-delete a feedback record */
        put: operations["put_feedback_records_by_id_delete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_records/{id}/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Restore a deleted feedback record */
        put: operations["put_feedback_records_by_id_undelete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/requests/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Soft-delete a feedback record (alias of /feedback_records) */
        put: operations["put_requests_by_id_delete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/requests/{id}/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Restore a deleted feedback record (alias of /feedback_records) */
        put: operations["put_requests_by_id_undelete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Soft-delete a feedback record (alias of /feedback_records) */
        put: operations["put_feedback_by_id_delete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback/{id}/undelete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Restore a deleted feedback record (alias of /feedback_records) */
        put: operations["put_feedback_by_id_undelete"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/nps_ratings/bulk_delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete several NPS ratings */
        post: operations["post_nps_ratings_bulk_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/statuses/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the order of statuses
         * @description The order of the ids is the order of `sort=position`.
         */
        put: operations["put_statuses_positions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update external users and their accounts
         * @description All rows are imported or none. Maximum: 1000 rows.
         */
        post: operations["post_external_users_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update external users and their accounts
         * @description All rows are imported or none. Maximum: 1000 rows.
         */
        post: operations["post_external_users_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users/bulk_delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete external users by id
         * @description Accounts without an external id are deleted with their external user. Users are not deleted.
         */
        post: operations["post_external_users_bulk_delete"];
        /**
         * Delete external users by id
         * @description Accounts without an external id are deleted with their external user. Users are not deleted.
         */
        delete: operations["delete_external_users_bulk_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_users/bulk_delete_by_external_id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete external users by external id
         * @description Accounts without an external id are deleted with their external user. Users are not deleted.
         */
        post: operations["post_external_users_bulk_delete_by_external_id"];
        /**
         * Delete external users by external id
         * @description Accounts without an external id are deleted with their external user. Users are not deleted.
         */
        delete: operations["delete_external_users_bulk_delete_by_external_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update external accounts
         * @description All rows are imported or none. Maximum: 1000 rows.
         */
        post: operations["post_external_accounts_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update external accounts
         * @description All rows are imported or none. Maximum: 1000 rows.
         */
        post: operations["post_external_accounts_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts/bulk_delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete external accounts by id
         * @description Their external users remain, without an account.
         */
        post: operations["post_external_accounts_bulk_delete"];
        /**
         * Delete external accounts by id
         * @description Their external users remain, without an account.
         */
        delete: operations["delete_external_accounts_bulk_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/external_accounts/bulk_delete_by_external_id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete external accounts by external id
         * @description Their external users remain, without an account.
         */
        post: operations["post_external_accounts_bulk_delete_by_external_id"];
        /**
         * Delete external accounts by external id
         * @description Their external users remain, without an account.
         */
        delete: operations["delete_external_accounts_bulk_delete_by_external_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Identify people and their accounts in the background
         * @description The `Location` header contains the path of the job.
         */
        post: operations["post_bulk_identify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/bulk_identify/{job}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of a bulk identify job */
        get: operations["get_bulk_identify_by_job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/teams/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a user to a team */
        post: operations["post_teams_assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/teams/unassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove a user from a team */
        post: operations["post_teams_unassign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/permissions/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create a new invitation code
         * @description No e-mail is sent; the response contains the code.
         */
        put: operations["put_permissions_by_id_resend"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/api_clients/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rate limits of API clients and their use
         * @description The use is that of the current minute. The 100 clients that were used last.
         */
        get: operations["get_api_clients_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/api_clients/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the secret of an API client
         * @description The new secret is in this response only. Tokens stay valid.
         */
        put: operations["put_api_clients_by_id_rotate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session of the request
         * @description The list is empty for a request with a token.
         */
        get: operations["get_sessions_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people who can sign in
         * @description At most 1000.
         */
        get: operations["get_staff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/staff/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of a person, or whether they can sign in
         * @description The sessions of the person end. The account keeps an owner who can sign in: 409 for the last one.
         */
        put: operations["put_staff_by_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs
         * @description Failed jobs come first, then running ones, then the others by their next run; at most 500. A job that succeeds is removed.
         */
        get: operations["get_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Run a background job again soon
         * @description It has all its attempts again. 409 while it runs.
         */
        put: operations["put_jobs_by_id_retry"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the installation
         * @description Versions, sizes, job queues, the last backup, limits and their use.
         */
        get: operations["get_installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send an invitation again
         * @description Only this response contains the new `url`. Earlier links end, and 7 days begin again. 409 for one that was accepted.
         */
        put: operations["put_invitations_by_id_resend"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/views/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Share a view with all users */
        put: operations["put_views_by_id_share"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes
         * @description Server-sent events. `event: change` says what changed; it has the data below, without the record itself. `id: null` means that many records of the collection changed at once. `event: reset` has no data of use: the history does not reach back, so read everything again. Send the last `id` as the header `Last-Event-ID`, or as `last_event_id`, to continue without a gap. Only changes of collections that the caller may read are sent. The stream ends when the session or token does, or when the role changes. At most 10 streams per person.
         */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/feedback_connector_configurations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a test of a feedback connector
         * @description The server sends no request to the connector.
         */
        post: operations["post_feedback_connector_configurations_by_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/features/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a feature on the board
         * @description Places it in a status before another feature, or last without `before`, and in a product area if one is given. The order is that of `sort=position`.
         */
        put: operations["put_features_by_id_move"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/features/{id}/link_jira_issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a feature to a Jira issue */
        post: operations["post_features_by_id_link_jira_issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/features/unlink_jira_issue/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unlink a feature from one or all Jira issues */
        delete: operations["delete_features_unlink_jira_issue_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/link_to_feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a suggestion to a feature */
        post: operations["post_suggestions_link_to_feature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/unlink_from_feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unlink a suggestion from a feature */
        post: operations["post_suggestions_unlink_from_feature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/link_jira_issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a suggestion to a Jira issue */
        post: operations["post_suggestions_by_id_link_jira_issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/link_vsts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link a suggestion to an Azure DevOps work item */
        post: operations["post_suggestions_by_id_link_vsts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/unlink_jira_issue/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unlink a suggestion from one or all Jira issues */
        delete: operations["delete_suggestions_unlink_jira_issue_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/feature_ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the feature ids of a suggestion */
        get: operations["get_suggestions_by_id_feature_ids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suggestions with a similar title
         * @description Compares titles by their letters, in all forums. Deleted suggestions, spam, merged suggestions and rejected pairs are left out.
         */
        get: operations["get_suggestions_similar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/suggestions/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suggestions with a title similar to that of a suggestion
         * @description Compares titles by their letters, in all forums. Deleted suggestions, spam, merged suggestions and rejected pairs are left out.
         */
        get: operations["get_suggestions_by_id_similar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/incoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on suggestions created, answered and closed
         * @description A suggestion is answered by its first status update. Merged suggestions count, spam and deleted ones do not.
         */
        get: operations["get_reports_incoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/response_times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on the time until suggestions are answered and closed
         * @description By the time at which the suggestion was created. Those without an answer and those still open are counted, and have no time. Merged suggestions, spam and deleted ones do not count.
         */
        get: operations["get_reports_response_times"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/open_revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on open suggestions by the revenue behind them
         * @description Of the suggestions created in the range, those approved or published and neither merged nor closed. The revenue is the MRR of the accounts whose people support a suggestion: each account counts once per suggestion, and once in the total. That of a suggestion is its `supporter_revenue`, which follows the MRR of very large accounts after some seconds.
         */
        get: operations["get_reports_open_revenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/top_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on accounts by MRR and what they ask for
         * @description With how many open suggestions created in the range their people support, and the three of them with most revenue behind them. The totals are those of the listed accounts.
         */
        get: operations["get_reports_top_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/nps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on NPS ratings and what detractors ask for
         * @description A rating of 9 or 10 is a promoter, 0 to 6 a detractor. `suggestions` are the open ones that most people support whose last rating is in the range and a detractor.
         */
        get: operations["get_reports_nps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on created suggestions by label
         * @description A suggestion counts for each of its labels. `counts` has one number per label of `labels`; `other_count` are suggestions with a label that is not listed. Spam and deleted suggestions do not count.
         */
        get: operations["get_reports_labels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/reports/contributors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report on people by their suggestions, comments and votes
         * @description What they did in the range. Spam and deleted comments, and whatever belongs to spam or deleted suggestions, does not count.
         */
        get: operations["get_reports_contributors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/demo_data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the demonstration data */
        get: operations["get_demo_data"];
        put?: never;
        /**
         * Load demonstration data in the background
         * @description Only into an account without suggestions and external users. Loads nothing when demonstration data is loading or loaded.
         */
        post: operations["post_demo_data"];
        /**
         * Remove the demonstration data in the background
         * @description Demo suggestions are removed with all that was added to them. Other demo records stay where records of your own refer to them.
         */
        delete: operations["delete_demo_data"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segments/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the columns and operators of conditions
         * @description For clients that let people build the expression of a segment. Custom fields have a `name`. Operators support columns of certain kinds; a time can have a unit, which makes the operand a time in the past.
         */
        get: operations["get_segments_conditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/segments/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the members of segments
         * @description The members are those of the last run of the figures job.
         */
        get: operations["get_segments_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suggestions */
        get: operations["get_api_v2_suggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comments */
        get: operations["get_api_v2_comments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/admin/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what each role may do */
        get: operations["get_roles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The associations of every collection in the response. */
        links_map: {
            [key: string]: {
                type: string;
            };
        };
        pagination: {
            page: number;
            per_page: number;
            page_size: number;
            /** @description Absent with total=false. */
            total_pages?: number;
            /** @description Absent with total=false. */
            total_records?: number;
            /** @description Absent on the last page and in page mode. */
            cursor?: string;
            /** @description Alias of cursor. */
            page_token?: string;
        };
        error: {
            /** @description For people: what is wrong, and what is right. */
            message: string;
            /** @description Stable error code. */
            error: string;
            /** @description Mirrors the input: field → code. */
            errors?: {
                [key: string]: unknown;
            };
            request_id: string;
        };
        /** @description Records of the collections that `includes` names. */
        side_loaded: {
            suggestions?: components["schemas"]["suggestions"][];
            forums?: components["schemas"]["forums"][];
            users?: components["schemas"]["users"][];
            attachments?: components["schemas"]["attachments"][];
            external_users?: components["schemas"]["external_users"][];
            external_accounts?: components["schemas"]["external_accounts"][];
            categories?: components["schemas"]["categories"][];
            labels?: components["schemas"]["labels"][];
            statuses?: components["schemas"]["statuses"][];
            status_updates?: components["schemas"]["status_updates"][];
            tickets?: components["schemas"]["tickets"][];
            notes?: components["schemas"]["notes"][];
            comments?: components["schemas"]["comments"][];
            supporters?: components["schemas"]["supporters"][];
            nps_ratings?: components["schemas"]["nps_ratings"][];
            teams?: components["schemas"]["teams"][];
            custom_fields?: components["schemas"]["custom_fields"][];
            features?: components["schemas"]["features"][];
            feature_statuses?: components["schemas"]["feature_statuses"][];
            product_areas?: components["schemas"]["product_areas"][];
            feedback_records?: components["schemas"]["feedback_records"][];
            requests?: components["schemas"]["feedback_records"][];
            feedback?: components["schemas"]["feedback_records"][];
            supporter_messages?: components["schemas"]["supporter_messages"][];
            messages?: components["schemas"]["supporter_messages"][];
            internal_statuses?: components["schemas"]["internal_statuses"][];
            internal_status_updates?: components["schemas"]["internal_status_updates"][];
            internal_flags?: components["schemas"]["internal_flags"][];
            segments?: components["schemas"]["segments"][];
            segmented_values?: components["schemas"]["segmented_values"][];
            filtered_columns?: components["schemas"]["segmented_values"][];
            importance_responses?: components["schemas"]["importance_responses"][];
            importance_scores?: components["schemas"]["importance_scores"][];
            permissions?: components["schemas"]["permissions"][];
            forum_invitations?: components["schemas"]["forum_invitations"][];
            views?: components["schemas"]["views"][];
            suggestion_activity_entries?: components["schemas"]["suggestion_activity_entries"][];
            suggested_merges?: components["schemas"]["suggested_merges"][];
            service_hook_logs?: components["schemas"]["service_hook_logs"][];
            subdomains?: components["schemas"]["subdomains"][];
            theme_sets?: components["schemas"]["theme_sets"][];
            themes?: components["schemas"]["themes"][];
            impact_reports?: components["schemas"]["impact_reports"][];
            audit_features?: components["schemas"]["audit_features"][];
            feedback_atoms?: components["schemas"]["feedback_atoms"][];
            feedback_connector_configurations?: components["schemas"]["feedback_connector_configurations"][];
            imports?: components["schemas"]["imports"][];
            bulk_actions?: components["schemas"]["bulk_actions"][];
            issue_links?: components["schemas"]["issue_links"][];
            audit_entries?: components["schemas"]["audit_entries"][];
            api_clients?: components["schemas"]["api_clients"][];
            sessions?: components["schemas"]["sessions"][];
            invitations?: components["schemas"]["invitations"][];
            deletions?: components["schemas"]["deletions"][];
        };
        suggestions: {
            id: number;
            title: string;
            body: string;
            body_mime_type: string;
            state: string;
            /** Format: uri */
            portal_url: string;
            /** Format: uri */
            admin_url: string;
            /** Format: uri */
            redirect_url: string | null;
            channel: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            first_support_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_support_at: string | null;
            creator_user_agent: string | null;
            creator_referrer: string | null;
            creator_browser: string | null;
            creator_browser_version: string | null;
            creator_os: string | null;
            creator_mobile: boolean;
            inappropriate_flags_count: number;
            comments_count: number;
            notes_count: number;
            requests_count: number;
            votes_count: number;
            supporters_count: number;
            supporting_accounts_count: number;
            account_supporters_count: number;
            supporter_revenue: number;
            supporter_mrr: number;
            supporter_satisfaction_score: number;
            satisfaction_detractor_count: number;
            satisfaction_neutral_count: number;
            satisfaction_promoter_count: number;
            average_engagement: number;
            recent_engagement: number;
            engagement_trend: number;
            is_blocker: boolean | null;
            unmergeable: boolean;
            merge_candidates_count: number;
            jira_link_count: number;
            vsts_link_count: number;
            sentiment_score: number | null;
            total_sentiment_score: number | null;
            importance_low_count: number;
            importance_medium_count: number;
            importance_high_count: number;
            importance_total_count: number;
            importance_low_percent: number;
            importance_medium_percent: number;
            importance_high_percent: number;
            importance_score_average: string | null;
            internal_flags_count: number;
            all_internal_flags_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_internal_flag_at: string | null;
            list_priority: number | null;
            cv_open_opportunities: number | null;
            cv_lost_opportunities: number | null;
            cv_potential_revenue: number | null;
            cv_lost_revenue: number | null;
            cv_open_opportunities_blockers: number | null;
            cv_potential_revenue_blockers: number | null;
            cv_percent_opportunities_won: number | null;
            cv_percent_revenue_won: number | null;
            links: {
                /** @description Id of categories. */
                category: number | null;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of forums. */
                forum: number;
                /** @description Ids of labels. */
                labels: number[] | null;
                /** @description Id of status_updates. */
                last_status_update: number | null;
                /** @description Id of suggestions. */
                parent_suggestion: number | null;
                /** @description Id of statuses. */
                status: number | null;
                /** @description Id of tickets. */
                ticket: number | null;
                /** @description Id of users. */
                captured_by: number | null;
                /** @description Id of users. */
                owner: number | null;
                /** @description Id of internal_status_updates. */
                last_internal_status_update: number | null;
                /** @description Id of supporter_messages. */
                last_supporter_message: number | null;
                /** @description Ids of features. */
                features: number[];
                /** @description Ids of suggestions. */
                parent_suggestions: number[];
                /** @description Ids of suggestions. */
                linked_suggestions: number[];
                /** @description Ids of custom_fields. */
                custom_fields: number[];
            };
        } & {
            [name: `cf_${string}`]: string | number | boolean | null;
            [name: `cv_${string}`]: number | null;
        };
        forums: {
            id: number;
            name: string;
            welcome_message: string | null;
            welcome_message_mime_type: string | null;
            prompt: string | null;
            example: string | null;
            /** Format: uri */
            portal_url: string;
            suggestions_count: number;
            open_suggestions_count: number;
            categories_count: number;
            category_required: boolean;
            is_public: boolean;
            is_private: boolean;
            classic_voting: boolean;
            is_open: boolean;
            importance_enabled: boolean;
            moderation_enabled: boolean;
            is_default: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        users: {
            id: number;
            guid: string | null;
            name: string;
            email_address: string;
            email_confirmed: boolean;
            job_title: string | null;
            /** Format: uri */
            avatar_url: string;
            last_ip: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_login: string | null;
            country: string | null;
            region: string | null;
            city: string | null;
            satisfaction_score: number | null;
            allowed_state: string;
            state: string;
            supported_suggestions_count: number;
            is_admin: boolean;
            is_owner: boolean;
            is_validation_admin: boolean;
            status_notifications: boolean;
            comment_notifications: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            is_subscribed: boolean | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            support_created_at: string | null;
            suggestion_votes: number | null;
            permissions: {
                [key: string]: unknown;
            } | null;
            traits: {
                [key: string]: unknown;
            } | null;
            links: {
                /** @description Id of nps_ratings. */
                current_nps_rating: number | null;
                /** @description Id of nps_ratings. */
                previous_nps_rating: number | null;
                /** @description Ids of external_users. */
                external_users: number[];
                /** @description Ids of teams. */
                teams: number[];
                /** @description Id of supporters. */
                supporter: number | null;
                /** @description Id of crm_accounts. */
                crm_account: number | null;
            };
        };
        attachments: {
            id: number;
            file_name: string;
            content_type: string;
            size_in_bytes: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            /** Format: uri */
            url: string;
            /** Format: uri */
            thumb_url: string;
            token: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number | null;
                /** @description Id of notes. */
                note: number | null;
            };
        };
        external_users: {
            id: number;
            external_id: string;
            email: string | null;
            name: string | null;
            type: string | null;
            ip: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            external_created_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_seen_at: string | null;
            seen_days: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number;
                /** @description Id of external_accounts. */
                external_account: number | null;
            };
        } & {
            [name: `cf_${string}`]: string | number | boolean | null;
        };
        external_accounts: {
            id: number;
            external_id: string | null;
            name: string | null;
            plan: string | null;
            mrr: number | null;
            mrr_cents: number | null;
            ltv: number | null;
            ltv_cents: number | null;
            revenue: number | null;
            nps: number | null;
            users_count: number;
            requests_count: number;
            supported_ideas_count: number;
            is_blocker: boolean | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_active_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            external_created_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: Record<string, never>;
        } & {
            [name: `cf_${string}`]: string | number | boolean | null;
        };
        categories: {
            id: number;
            name: string;
            suggestions_count: number;
            open_suggestions_count: number;
            position: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of forums. */
                forum: number;
            };
        };
        labels: {
            id: number;
            name: string;
            full_name: string;
            level: number;
            open_suggestions_count: number;
            can_recommend: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of labels. */
                parent: number | null;
            };
        };
        statuses: {
            id: number;
            name: string;
            is_open: boolean;
            hex_color: string;
            position: number;
            allow_comments: boolean;
            is_default: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        status_updates: {
            id: number;
            body: string | null;
            html_body: string | null;
            supporters_notified: boolean;
            notification_email_address: string | null;
            mail_sent_count: number;
            mail_opened_count: number;
            mail_clicked_count: number;
            thumbs_up_count: number;
            thumbs_down_count: number;
            reactions_enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                user: number | null;
                /** @description Id of statuses. */
                new_status: number | null;
                /** @description Id of statuses. */
                old_status: number | null;
            };
        };
        tickets: {
            id: number;
            ticket_number: number;
            subject: string;
            state: string;
            channel: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                assignee: number | null;
                /** @description Id of users. */
                contact: number | null;
                /** @description Id of users. */
                created_by: number | null;
            };
        };
        notes: {
            id: number;
            body: string;
            body_mime_type: string;
            reply_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Ids of users. */
                mentions: number[];
                /** @description Id of notes. */
                parent: number | null;
            };
        };
        comments: {
            id: number;
            body: string;
            body_mime_type: string;
            state: string;
            channel: string;
            sentiment_score: number | null;
            is_admin_comment: boolean;
            inappropriate_flags_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                created_by: number;
            };
        };
        supporters: {
            id: number;
            how: string;
            channel: string;
            is_subscribed: boolean;
            comments_count: number;
            requests_count: number;
            feedback_count: number;
            importance_score: number | null;
            traits: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                user: number;
                /** @description Id of users. */
                created_by: number;
                /** @description Id of users. */
                updated_by: number;
            };
        };
        nps_ratings: {
            id: number;
            rating: number;
            previous_rating: number | null;
            rating_delta: number | null;
            body: string | null;
            prompt: string | null;
            group: string;
            traits: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number;
                /** @description Id of tickets. */
                ticket: number | null;
            };
        };
        teams: {
            id: number;
            name: string;
            members_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        custom_fields: {
            id: number;
            key: string;
            name: string;
            field_type: string;
            object_type: string;
            combined_type: string | null;
            value_type: string | null;
            numeric_enum_values: number[] | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        features: {
            id: number;
            name: string;
            description: string | null;
            position: number;
            is_blocker: boolean | null;
            suggestions_count: number;
            supporting_users_count: number;
            supporting_accounts_count: number;
            supporter_revenue: number;
            supporter_mrr_cents: number;
            jira_link_count: number;
            vsts_link_count: number;
            cv_open_opportunities: number | null;
            cv_lost_opportunities: number | null;
            cv_potential_revenue: number | null;
            cv_lost_revenue: number | null;
            cv_open_opportunities_blockers: number | null;
            cv_potential_revenue_blockers: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
                /** @description Id of feature_statuses. */
                feature_status: number | null;
                /** @description Id of product_areas. */
                product_area: number | null;
                /** @description Id of roadmaps. */
                roadmap: number | null;
                /** @description Ids of suggestions. */
                suggestions: number[];
                /** @description Ids of custom_fields. */
                custom_fields: number[];
            };
        } & {
            [name: `cf_${string}`]: string | number | boolean | null;
            [name: `cv_${string}`]: number | null;
        };
        feature_statuses: {
            id: number;
            name: string;
            position: number;
            hex_color: string;
            is_default: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        product_areas: {
            id: number;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        feedback_records: {
            id: number;
            body: string;
            body_mime_type: string;
            state: string;
            channel: string;
            severity: number | null;
            source_url: string | null;
            source_guid: string | null;
            source_type: string | null;
            source_title: string | null;
            prompt: string | null;
            referrer: string | null;
            has_attachments: boolean;
            sentiment_score: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number | null;
                /** @description Id of users. */
                user: number | null;
                /** @description Id of supporters. */
                supporter: number | null;
                /** @description Id of tickets. */
                ticket: number | null;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
                /** @description Id of sfdc_opportunities. */
                sfdc_opportunity: number | null;
            };
        };
        supporter_messages: {
            id: number;
            body: string;
            body_mime_type: string;
            mail_sent_count: number;
            mail_opened_count: number;
            mail_clicked_count: number;
            reply_count: number;
            notification_email_address: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                created_by: number | null;
            };
        };
        internal_statuses: {
            id: number;
            name: string;
            position: number;
            hex_color: string;
            is_default: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        internal_status_updates: {
            id: number;
            name: string | null;
            hex_color: string | null;
            internal_status_id: number | null;
            teams_notified: boolean;
            thumbs_up_count: number;
            thumbs_down_count: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of internal_statuses. */
                new_internal_status: number | null;
                /** @description Id of internal_statuses. */
                old_internal_status: number | null;
            };
        };
        internal_flags: {
            id: number;
            reason: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            cleared_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                user: number | null;
                /** @description Id of users. */
                created_by: number | null;
            };
        };
        segments: {
            id: number;
            key: string;
            name: string;
            filters: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        segmented_values: {
            id: number;
            key: string;
            name: string;
            column_type: string;
            object_type: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of segments. */
                segment: number | null;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        importance_responses: {
            id: number;
            label: string;
            value: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number | null;
            };
        };
        importance_scores: {
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number | null;
                /** @description Id of importance_responses. */
                response: number | null;
                /** @description Id of suggestions. */
                suggestion: number | null;
            };
        };
        permissions: {
            id: number;
            license_type: string;
            feedback: string;
            features: string;
            knowledgebase: string;
            settings: string;
            tickets: string;
            reply_to: string | null;
            invitation_code: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number;
                /** @description Id of invitations. */
                invitation: number | null;
            };
        };
        forum_invitations: {
            id: number;
            code: string;
            email: string;
            text: string | null;
            subject: string | null;
            reply_to: string | null;
            return_to: string | null;
            action: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            claimed_at: string | null;
            satisfaction_score: string | null;
            avatar_url: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of forums. */
                forum: number;
                /** @description Id of users. */
                claimed_by: number | null;
                /** @description Id of users. */
                invited_by: number | null;
            };
        };
        views: {
            id: number;
            kind: string;
            sub_kind: string | null;
            name: string;
            params: string | null;
            position: number;
            subscribed: boolean;
            subscription_params: string | null;
            object_id: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number | null;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of smartvote_experiments. */
                smartvote_experiment: number | null;
            };
        };
        suggestion_activity_entries: {
            id: number;
            kind: string;
            old_title: string | null;
            new_title: string | null;
            old_body: string | null;
            new_body: string | null;
            old_state: string | null;
            new_state: string | null;
            linkable_is_spam: boolean;
            linkable_needs_review: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of comments. */
                comment: number | null;
                /** @description Id of notes. */
                note: number | null;
                /** @description Id of status_updates. */
                status_update: number | null;
                /** @description Id of internal_flags. */
                internal_flag: number | null;
                /** @description Id of internal_status_updates. */
                internal_status_update: number | null;
                /** @description Id of feedback_records. */
                feedback_record: number | null;
                /** @description Id of feedback_records. */
                feedback: number | null;
                /** @description Id of supporter_messages. */
                supporter_message: number | null;
                /** @description Id of supporter_messages. */
                message: number | null;
                /** @description Id of tickets. */
                ticket: number | null;
                /** @description Id of suggestions. */
                merged_from_suggestion: number | null;
                /** @description Id of suggestions. */
                merged_to_suggestion: number | null;
                /** @description Id of categories. */
                old_category: number | null;
                /** @description Id of categories. */
                new_category: number | null;
                /** @description Id of forums. */
                old_forum: number | null;
                /** @description Id of forums. */
                new_forum: number | null;
                /** @description Id of statuses. */
                old_status: number | null;
                /** @description Id of statuses. */
                new_status: number | null;
                /** @description Id of labels. */
                label: number | null;
                /** @description Id of features. */
                feature: number | null;
                /** @description Id of suggestions. */
                linked_suggestion: number | null;
                /** @description Id of users. */
                user: number | null;
            };
        };
        suggested_merges: {
            id: number;
            score: number;
            state: string;
            subdomain_id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion_a: number;
                /** @description Id of suggestions. */
                suggestion_b: number;
            };
        };
        service_hook_logs: {
            id: number;
            url: string;
            event: string;
            object_id: number | null;
            http_status: number | null;
            exception: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        subdomains: {
            id: number;
            key: string;
            name: string;
            cname: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            deleted_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of forums. */
                default_forum: number | null;
            };
        };
        theme_sets: {
            id: number;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Ids of themes. */
                themes: number[];
            };
        };
        themes: {
            id: number;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of theme_sets. */
                theme_set: number;
            };
        };
        impact_reports: {
            id: number;
            name: string;
            body: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number | null;
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                updated_by: number | null;
            };
        };
        audit_features: {
            id: number;
            kind: string;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of features. */
                feature: number | null;
                /** @description Id of users. */
                created_by: number | null;
            };
        };
        feedback_atoms: {
            id: number;
            body: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of feedback_records. */
                feedback_record: number | null;
                /** @description Id of suggestions. */
                suggestion: number | null;
            };
        };
        feedback_connector_configurations: {
            id: number;
            name: string;
            connector_type: string;
            is_enabled: boolean;
            settings: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_tested_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        imports: {
            id: number;
            type: string;
            state: string;
            total_rows: number;
            processed_rows: number;
            imported_records: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            import_started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            import_completed_at: string | null;
            reason: string | null;
            skipped_rows: number;
            problems_count: number;
            can_undo: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            undo_until: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            undo_started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            undone_at: string | null;
            undone_rows: number;
            undone_records: number;
            kept_records: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number | null;
            };
        };
        bulk_actions: {
            id: number;
            action: string;
            state: string;
            query: string | null;
            body: string | null;
            notify_supporters: boolean;
            total_count: number;
            done_count: number;
            changed_count: number;
            failed_count: number;
            undone_count: number;
            errors: {
                id: number;
                reason: string;
            }[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            undo_until: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of labels. */
                label: number | null;
                /** @description Id of categories. */
                category: number | null;
                /** @description Id of statuses. */
                status: number | null;
                /** @description Id of forums. */
                forum: number | null;
                /** @description Id of suggestions. */
                suggestion: number | null;
            };
        };
        issue_links: {
            id: number;
            tracker: string;
            issue_key: string;
            url: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of suggestions. */
                suggestion: number | null;
                /** @description Id of features. */
                feature: number | null;
                /** @description Id of users. */
                created_by: number | null;
            };
        };
        audit_entries: {
            id: number;
            action: string;
            subject_type: string | null;
            subject_id: number | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            address: string | null;
            request_id: string | null;
            api_client_id: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                user: number | null;
            };
        };
        api_clients: {
            id: number;
            name: string;
            key_hint: string;
            key: string | null;
            secret: string | null;
            is_trusted: boolean;
            is_read_only: boolean;
            scopes: string[] | null;
            networks: string[] | null;
            redirect_uris: string[];
            allows_query_token: boolean;
            allows_password_grant: boolean;
            token_lifetime_seconds: number | null;
            requests_per_minute: number | null;
            retry_after: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
        };
        sessions: {
            id: number;
            role: string | null;
            method: string;
            has_second_factor: boolean;
            needs_second_factor: boolean;
            address: string | null;
            user_agent: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            expires_at: string;
            links: {
                /** @description Id of users. */
                user: number;
            };
        };
        invitations: {
            id: number;
            email: string;
            role: string;
            url: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: {
                /** @description Id of users. */
                created_by: number | null;
                /** @description Id of users. */
                user: number | null;
            };
        };
        deletions: {
            id: number;
            collection: string;
            record_id: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00Z
             */
            updated_at: string;
            links: Record<string, never>;
        };
    };
    responses: never;
    parameters: {
        /** @description Page number, starting at 1. */
        page: number;
        /** @description Records per page. Default: 20. Maximum: 100. */
        per_page: number;
        /** @description Cursor from the previous page. */
        cursor: string;
        /** @description Alias of cursor. */
        page_token: string;
        /** @description Collections to side-load, separated by commas. */
        includes: string;
        /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
        fields: string;
        /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
        total: boolean;
        /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
        format: "json" | "csv";
        /** @description ETags that the client has. The status is 304 when one of them is current. */
        if_none_match: string;
        /** @description The last `id` that was received. Browsers send it when they connect again. */
        last_event_id: string;
        /** @description ETag of the record. The status is 412 when the record has changed. */
        if_match: string;
        /** @description A unique key for each request. For 24 hours, a repeated request returns the stored response and is not run again. */
        idempotency_key: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    post_oauth_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    grant_type: "client_credentials" | "password" | "authorization_code";
                    client_id?: string;
                    client_secret?: string;
                    /** @description Names with spaces between them, to limit the token. */
                    scope?: string;
                    /** @description password: the e-mail address of the person. */
                    username?: string;
                    password?: string;
                    /** @description authorization_code: the code that the person allowed. */
                    code?: string;
                    redirect_uri?: string;
                    code_verifier?: string;
                };
            };
        };
        responses: {
            /** @description Access token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "bearer";
                        expires_in?: number;
                        /** @description When the token is limited. */
                        scope?: string;
                    };
                };
            };
        };
    };
    post_oauth_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    client_id?: string;
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The token is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_users_current: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    put_users_by_id_export: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    post_users_find_or_create: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, for example ann@example.com. */
                    email: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    put_users_by_id_block: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    put_users_by_id_unblock: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    get_users_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    delete_users_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    get_subdomains_current: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subdomains: components["schemas"]["subdomains"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "subdomains">;
                };
            };
        };
    };
    get_subdomains_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subdomains: components["schemas"]["subdomains"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "subdomains">;
                };
            };
        };
    };
    put_subdomains_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description At most 63 letters, digits and hyphens, without a hyphen at the start or end. */
                    key?: string;
                    cname?: string | null;
                    links?: {
                        default_forum?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subdomains: components["schemas"]["subdomains"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "subdomains">;
                };
            };
        };
    };
    get_translatable_strings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List all translatable strings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plain: {
                            [key: string]: string;
                        };
                        html: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    get_translatable_strings_by_locale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Language tag, for example en or pt-BR. */
                locale: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the translations for a language */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plain: {
                            [key: string]: string;
                        };
                        html: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    put_translatable_strings_by_locale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Language tag, for example en or pt-BR. */
                locale: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    plain?: {
                        [name: string]: string | null;
                    };
                    html?: {
                        [name: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Set translations for a language */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plain: {
                            [key: string]: string;
                        };
                        html: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    delete_translatable_strings_by_locale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Language tag, for example en or pt-BR. */
                locale: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete all translations for a language */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plain: {
                            [key: string]: string;
                        };
                        html: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    get_suggestions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, title, created_at, updated_at, approved_at, closed_at, first_support_at, last_support_at, inappropriate_flags_count, comments_count, notes_count, requests_count, votes_count, supporters_count, supporting_accounts_count, supporter_revenue, supporter_mrr, supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count, satisfaction_promoter_count, recent_engagement, list_priority, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. With q also relevance, an extension: matches in the title first. It has pages, but no cursor. */
                sort?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                creator?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                uncategorized_in_forum?: string;
                /** @description true or false. */
                category_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                category?: string;
                /** @description true or false. */
                status_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                status?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted, open, closed, merged. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                label?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                supporter?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                external_account?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                parent_suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                owner?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description true or false. */
                has_smartvote_score?: boolean;
                /** @description true or false. */
                has_response?: boolean;
                /** @description RFC 3339 time. */
                engagement_since?: string;
                /** @description RFC 3339 time. */
                no_engagement_since?: string;
                /** @description RFC 3339 time. */
                period_start?: string;
                /** @description RFC 3339 time. */
                period_end?: string;
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    attachment_tokens?: string[];
                    /** Format: date-time */
                    created_at?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    links: {
                        forum: number;
                        category?: number | null;
                        status?: number | null;
                        labels?: number[] | null;
                        created_by?: number;
                    };
                    custom_fields?: {
                        [name: string]: string | number | boolean | null;
                    };
                } & {
                    [name: `cf_${string}`]: string | number | boolean | null;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_suggestions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string;
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    attachment_tokens?: string[];
                    links?: {
                        forum?: number;
                        category?: number | null;
                        status?: number | null;
                        labels?: number[] | null;
                    };
                    custom_fields?: {
                        [name: string]: string | number | boolean | null;
                    };
                } & {
                    [name: `cf_${string}`]: string | number | boolean | null;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    delete_suggestions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_forums: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at, suggestions_count, open_suggestions_count, categories_count. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "suggestions_count" | "-suggestions_count" | "open_suggestions_count" | "-open_suggestions_count" | "categories_count" | "-categories_count";
                /** @description true or false. */
                open?: boolean;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forums: components["schemas"]["forums"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forums">;
                };
            };
        };
    };
    post_forums: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    welcome_message?: string | null;
                    prompt?: string | null;
                    example?: string | null;
                    is_public?: boolean;
                    is_private?: boolean;
                    is_open?: boolean;
                    is_default?: boolean;
                    category_required?: boolean;
                    classic_voting?: boolean;
                    importance_enabled?: boolean;
                    moderation_enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forums: components["schemas"]["forums"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forums">;
                };
            };
        };
    };
    get_forums_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forums: components["schemas"]["forums"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forums">;
                };
            };
        };
    };
    put_forums_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    welcome_message?: string | null;
                    prompt?: string | null;
                    example?: string | null;
                    is_public?: boolean;
                    is_private?: boolean;
                    is_open?: boolean;
                    is_default?: boolean;
                    category_required?: boolean;
                    classic_voting?: boolean;
                    importance_enabled?: boolean;
                    moderation_enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forums: components["schemas"]["forums"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forums">;
                };
            };
        };
    };
    delete_forums_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forums: components["schemas"]["forums"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forums">;
                };
            };
        };
    };
    get_users: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, email_address, created_at, updated_at, last_login, satisfaction_score, supported_suggestions_count, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
                sort?: string;
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                email_address?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                allowed_state?: string;
                /** @description true or false. */
                internal_user?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                team?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                external_account?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                association?: "supported" | "contributed" | "engaged";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description Segment expression, as JSON. A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
                expression?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["users"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "users">;
                };
            };
        };
    };
    get_attachments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, file_name, size_in_bytes, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "file_name" | "-file_name" | "size_in_bytes" | "-size_in_bytes" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                note?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: components["schemas"]["attachments"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "attachments">;
                };
            };
        };
    };
    post_attachments: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file. The server detects its content type from its bytes.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: components["schemas"]["attachments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "attachments">;
                };
            };
        };
    };
    get_attachments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: components["schemas"]["attachments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "attachments">;
                };
            };
        };
    };
    delete_attachments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attachments: components["schemas"]["attachments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "attachments">;
                };
            };
        };
    };
    get_external_users: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, external_id, email, name, external_created_at, last_seen_at, seen_days, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
                sort?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                external_id?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    get_external_users_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    get_external_accounts: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, external_id, name, plan, mrr, ltv, nps, users_count, requests_count, supported_ideas_count, last_active_at, external_created_at, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -last_active_at. */
                sort?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                external_id?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    get_external_accounts_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    get_categories: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, suggestions_count, open_suggestions_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "position" | "-position" | "suggestions_count" | "-suggestions_count" | "open_suggestions_count" | "-open_suggestions_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    post_categories: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    position?: number;
                    links: {
                        forum: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    get_categories_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    put_categories_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    position?: number;
                    links?: {
                        forum?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    delete_categories_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    get_labels: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, full_name, level, open_suggestions_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "full_name" | "-full_name" | "level" | "-level" | "open_suggestions_count" | "-open_suggestions_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    post_labels: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    can_recommend?: boolean;
                    links?: {
                        parent?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    get_labels_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    put_labels_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    can_recommend?: boolean;
                    links?: {
                        parent?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    delete_labels_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    get_statuses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    post_statuses: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                    is_open?: boolean;
                    allow_comments?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    get_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    put_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                    is_open?: boolean;
                    allow_comments?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    delete_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    get_status_updates: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_updates: components["schemas"]["status_updates"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "status_updates">;
                };
            };
        };
    };
    post_status_updates: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body?: string;
                    notify_supporters?: boolean;
                    notify_subscribers?: boolean;
                    /** @description E-mail address, for example ann@example.com. */
                    notification_email_address?: string;
                    /** Format: date-time */
                    created_at?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    created_by_email?: string;
                    links: {
                        suggestion: number;
                        status?: number | null;
                        new_status?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_updates: components["schemas"]["status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "status_updates">;
                };
            };
        };
    };
    get_status_updates_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_updates: components["schemas"]["status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "status_updates">;
                };
            };
        };
    };
    put_status_updates_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_updates: components["schemas"]["status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "status_updates">;
                };
            };
        };
    };
    delete_status_updates_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_updates: components["schemas"]["status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "status_updates">;
                };
            };
        };
    };
    get_tickets: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, ticket_number, subject, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "ticket_number" | "-ticket_number" | "subject" | "-subject" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tickets: components["schemas"]["tickets"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "tickets">;
                };
            };
        };
    };
    get_tickets_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tickets: components["schemas"]["tickets"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "tickets">;
                };
            };
        };
    };
    get_notes: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, reply_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "reply_count" | "-reply_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                mention?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["notes"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "notes">;
                };
            };
        };
    };
    post_notes: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    attachment_tokens?: string[];
                    /** Format: date-time */
                    created_at?: string;
                    links: {
                        suggestion?: number;
                        parent?: number;
                        mentions?: number[];
                        created_by?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["notes"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "notes">;
                };
            };
        };
    };
    get_notes_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["notes"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "notes">;
                };
            };
        };
    };
    put_notes_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    attachment_tokens?: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["notes"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "notes">;
                };
            };
        };
    };
    delete_notes_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notes: components["schemas"]["notes"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "notes">;
                };
            };
        };
    };
    get_comments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, inappropriate_flags_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "inappropriate_flags_count" | "-inappropriate_flags_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                creator?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    post_comments: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    /** @enum {unknown} */
                    channel?: "api" | "admin" | "import" | "portal" | "ios" | "android" | "unknown";
                    /** Format: date-time */
                    created_at?: string;
                    subscribe?: boolean;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    links: {
                        suggestion: number;
                        created_by?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    get_comments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_comments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    body?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    delete_comments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    get_supporters: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, comments_count, requests_count, feedback_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "comments_count" | "-comments_count" | "requests_count" | "-requests_count" | "feedback_count" | "-feedback_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description true or false. */
                legit?: boolean;
                /** @description true or false. */
                anonymous?: boolean;
                /** @description RFC 3339 time. */
                period_start?: string;
                /** @description RFC 3339 time. */
                period_end?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporters: components["schemas"]["supporters"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporters">;
                };
            };
        };
    };
    post_supporters: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    email?: string;
                    name?: string;
                    user?: {
                        /** @description E-mail address, for example ann@example.com. */
                        email?: string;
                        name?: string;
                    };
                    how?: string;
                    channel?: string;
                    subscribe?: boolean;
                    is_subscribed?: boolean;
                    votes_count?: number;
                    /** Format: date-time */
                    created_at?: string;
                    links: {
                        suggestion: number;
                        user?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporters: components["schemas"]["supporters"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporters">;
                };
            };
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporters: components["schemas"]["supporters"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporters">;
                };
            };
        };
    };
    get_supporters_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporters: components["schemas"]["supporters"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporters">;
                };
            };
        };
    };
    delete_supporters_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporters: components["schemas"]["supporters"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporters">;
                };
            };
        };
    };
    get_nps_ratings: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, rating, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "rating" | "-rating" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                period_start?: string;
                /** @description RFC 3339 time. */
                period_end?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                ticket?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nps_ratings: components["schemas"]["nps_ratings"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "nps_ratings">;
                };
            };
        };
    };
    post_nps_ratings: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rating: number;
                    prompt?: string;
                    body?: string;
                    /** Format: date-time */
                    date?: string;
                    links: {
                        user: number;
                        ticket?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nps_ratings: components["schemas"]["nps_ratings"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "nps_ratings">;
                };
            };
        };
    };
    get_nps_ratings_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nps_ratings: components["schemas"]["nps_ratings"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "nps_ratings">;
                };
            };
        };
    };
    delete_nps_ratings_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nps_ratings: components["schemas"]["nps_ratings"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "nps_ratings">;
                };
            };
        };
    };
    get_teams: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, members_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "members_count" | "-members_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    post_teams: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    get_teams_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    put_teams_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    delete_teams_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    get_custom_fields: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, key, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "key" | "-key" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: external_users, external_accounts, features, suggestions. */
                object_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                key?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_fields: components["schemas"]["custom_fields"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "custom_fields">;
                };
            };
        };
    };
    post_custom_fields: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Letters A to Z, digits and _, for example cf_team_size. The prefix cf_ is added where it is missing. */
                    key: string;
                    /** @enum {unknown} */
                    field_type: "boolean" | "timestamp" | "string" | "text" | "number";
                    /** @enum {unknown} */
                    object_type: "external_users" | "external_accounts" | "features" | "suggestions";
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_fields: components["schemas"]["custom_fields"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "custom_fields">;
                };
            };
        };
    };
    get_custom_fields_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_fields: components["schemas"]["custom_fields"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "custom_fields">;
                };
            };
        };
    };
    put_custom_fields_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Letters A to Z, digits and _, for example cf_team_size. The prefix cf_ is added where it is missing. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_fields: components["schemas"]["custom_fields"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "custom_fields">;
                };
            };
        };
    };
    delete_custom_fields_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_fields: components["schemas"]["custom_fields"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "custom_fields">;
                };
            };
        };
    };
    get_features: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, suggestions_count, supporting_users_count, supporting_accounts_count, supporter_revenue, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
                sort?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                account?: string;
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature_status?: string;
                /** @description true or false. */
                feature_status_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                product_area?: string;
                /** @description true or false. */
                product_area_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    post_features: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description?: string | null;
                    position?: number;
                    links?: {
                        feature_status?: number | null;
                        product_area?: number | null;
                    };
                    custom_fields?: {
                        [name: string]: string | number | boolean | null;
                    };
                } & {
                    [name: `cf_${string}`]: string | number | boolean | null;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    get_features_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    put_features_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string | null;
                    position?: number;
                    links?: {
                        feature_status?: number | null;
                        product_area?: number | null;
                    };
                    custom_fields?: {
                        [name: string]: string | number | boolean | null;
                    };
                } & {
                    [name: `cf_${string}`]: string | number | boolean | null;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    delete_features_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    get_feature_statuses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_statuses: components["schemas"]["feature_statuses"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feature_statuses">;
                };
            };
        };
    };
    post_feature_statuses: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_statuses: components["schemas"]["feature_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feature_statuses">;
                };
            };
        };
    };
    get_feature_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_statuses: components["schemas"]["feature_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feature_statuses">;
                };
            };
        };
    };
    put_feature_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_statuses: components["schemas"]["feature_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feature_statuses">;
                };
            };
        };
    };
    delete_feature_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_statuses: components["schemas"]["feature_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feature_statuses">;
                };
            };
        };
    };
    get_product_areas: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        product_areas: components["schemas"]["product_areas"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "product_areas">;
                };
            };
        };
    };
    post_product_areas: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        product_areas: components["schemas"]["product_areas"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "product_areas">;
                };
            };
        };
    };
    get_product_areas_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        product_areas: components["schemas"]["product_areas"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "product_areas">;
                };
            };
        };
    };
    put_product_areas_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        product_areas: components["schemas"]["product_areas"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "product_areas">;
                };
            };
        };
    };
    delete_product_areas_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        product_areas: components["schemas"]["product_areas"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "product_areas">;
                };
            };
        };
    };
    get_feedback_records: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -updated_at. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: approved, deleted. */
                state?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                channel?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_url?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_guid?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                ticket?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    post_feedback_records: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    channel?: string;
                    severity?: number;
                    source_title?: string;
                    prompt?: string;
                    referrer?: string;
                    /** Format: date-time */
                    created_at?: string;
                    subscribe?: boolean;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    email?: string;
                    name?: string;
                    user?: {
                        /** @description E-mail address, for example ann@example.com. */
                        email?: string;
                        name?: string;
                    };
                    links?: {
                        suggestion?: number;
                        user?: number;
                        ticket?: number;
                        captured_by_user?: number;
                        /** Format: date-time */
                        support_created_at?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    get_feedback_records_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    put_feedback_records_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    subscribe?: boolean;
                    links?: {
                        suggestion?: number | null;
                        user?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    delete_feedback_records_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    get_requests: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -updated_at. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: approved, deleted. */
                state?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                channel?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_url?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_guid?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                ticket?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    post_requests: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    channel?: string;
                    severity?: number;
                    source_title?: string;
                    prompt?: string;
                    referrer?: string;
                    /** Format: date-time */
                    created_at?: string;
                    subscribe?: boolean;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    email?: string;
                    name?: string;
                    user?: {
                        /** @description E-mail address, for example ann@example.com. */
                        email?: string;
                        name?: string;
                    };
                    links?: {
                        suggestion?: number;
                        user?: number;
                        ticket?: number;
                        captured_by_user?: number;
                        /** Format: date-time */
                        support_created_at?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    get_requests_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    put_requests_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    subscribe?: boolean;
                    links?: {
                        suggestion?: number | null;
                        user?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    delete_requests_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    get_feedback: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -updated_at. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: approved, deleted. */
                state?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                channel?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_url?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                source_guid?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                ticket?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    post_feedback: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    channel?: string;
                    severity?: number;
                    source_title?: string;
                    prompt?: string;
                    referrer?: string;
                    /** Format: date-time */
                    created_at?: string;
                    subscribe?: boolean;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    email?: string;
                    name?: string;
                    user?: {
                        /** @description E-mail address, for example ann@example.com. */
                        email?: string;
                        name?: string;
                    };
                    links?: {
                        suggestion?: number;
                        user?: number;
                        ticket?: number;
                        captured_by_user?: number;
                        /** Format: date-time */
                        support_created_at?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    get_feedback_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    put_feedback_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain" | "text/html";
                    source_url?: string | null;
                    source_type?: string | null;
                    source_guid?: string | null;
                    subscribe?: boolean;
                    links?: {
                        suggestion?: number | null;
                        user?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    delete_feedback_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    get_supporter_messages: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporter_messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporter_messages">;
                };
            };
        };
    };
    post_supporter_messages: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    /** @description E-mail address, for example ann@example.com. */
                    notification_email_address?: string;
                    links: {
                        suggestion: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporter_messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporter_messages">;
                };
            };
        };
    };
    get_supporter_messages_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        supporter_messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "supporter_messages">;
                };
            };
        };
    };
    get_messages: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "messages">;
                };
            };
        };
    };
    post_messages: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    /** @description E-mail address, for example ann@example.com. */
                    notification_email_address?: string;
                    links: {
                        suggestion: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "messages">;
                };
            };
        };
    };
    get_messages_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["supporter_messages"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "messages">;
                };
            };
        };
    };
    get_internal_statuses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_statuses: components["schemas"]["internal_statuses"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_statuses">;
                };
            };
        };
    };
    post_internal_statuses: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_statuses: components["schemas"]["internal_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_statuses">;
                };
            };
        };
    };
    get_internal_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_statuses: components["schemas"]["internal_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_statuses">;
                };
            };
        };
    };
    put_internal_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Hexadecimal color, for example #1a2b3c. */
                    hex_color?: string;
                    position?: number;
                    is_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_statuses: components["schemas"]["internal_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_statuses">;
                };
            };
        };
    };
    delete_internal_statuses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_statuses: components["schemas"]["internal_statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_statuses">;
                };
            };
        };
    };
    get_internal_status_updates: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_status_updates: components["schemas"]["internal_status_updates"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_status_updates">;
                };
            };
        };
    };
    post_internal_status_updates: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    teams_notified?: boolean;
                    notify_teams?: boolean;
                    internal_status_id?: number | null;
                    links: {
                        suggestion: number;
                        internal_status?: number | null;
                        new_internal_status?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_status_updates: components["schemas"]["internal_status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_status_updates">;
                };
            };
        };
    };
    get_internal_status_updates_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_status_updates: components["schemas"]["internal_status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_status_updates">;
                };
            };
        };
    };
    put_internal_status_updates_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    teams_notified?: boolean;
                    internal_status_id?: number | null;
                    links?: {
                        internal_status?: number | null;
                        new_internal_status?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_status_updates: components["schemas"]["internal_status_updates"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_status_updates">;
                };
            };
        };
    };
    get_internal_flags: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_flags: components["schemas"]["internal_flags"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_flags">;
                };
            };
        };
    };
    post_internal_flags: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    links: {
                        suggestion: number;
                        user?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_flags: components["schemas"]["internal_flags"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_flags">;
                };
            };
        };
    };
    get_internal_flags_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_flags: components["schemas"]["internal_flags"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_flags">;
                };
            };
        };
    };
    get_segments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                created_by?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["segments"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segments">;
                };
            };
        };
    };
    post_segments: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Letters A to Z, digits and _. */
                    key?: string;
                    /** @description A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
                    filters?: unknown;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["segments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segments">;
                };
            };
        };
    };
    get_segments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["segments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segments">;
                };
            };
        };
    };
    put_segments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
                    filters?: unknown;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["segments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segments">;
                };
            };
        };
    };
    delete_segments_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["segments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segments">;
                };
            };
        };
    };
    get_segmented_values: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                object_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                key?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segmented_values: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segmented_values">;
                };
            };
        };
    };
    post_segmented_values: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Letters A to Z, digits and _. */
                    key?: string;
                    /** @enum {unknown} */
                    column_type: "users_count" | "accounts_count" | "mrr" | "revenue";
                    /** @enum {unknown} */
                    object_type?: "features" | "suggestions";
                    segment_id?: number;
                    links?: {
                        segment?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segmented_values: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segmented_values">;
                };
            };
        };
    };
    get_segmented_values_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segmented_values: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segmented_values">;
                };
            };
        };
    };
    put_segmented_values_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segmented_values: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segmented_values">;
                };
            };
        };
    };
    delete_segmented_values_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segmented_values: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "segmented_values">;
                };
            };
        };
    };
    get_filtered_columns: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                object_type?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                key?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filtered_columns: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "filtered_columns">;
                };
            };
        };
    };
    post_filtered_columns: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Letters A to Z, digits and _. */
                    key?: string;
                    /** @enum {unknown} */
                    column_type: "users_count" | "accounts_count" | "mrr" | "revenue";
                    /** @enum {unknown} */
                    object_type?: "features" | "suggestions";
                    segment_id?: number;
                    links?: {
                        segment?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filtered_columns: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "filtered_columns">;
                };
            };
        };
    };
    get_filtered_columns_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filtered_columns: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "filtered_columns">;
                };
            };
        };
    };
    put_filtered_columns_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filtered_columns: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "filtered_columns">;
                };
            };
        };
    };
    delete_filtered_columns_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filtered_columns: components["schemas"]["segmented_values"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "filtered_columns">;
                };
            };
        };
    };
    get_importance_responses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_responses: components["schemas"]["importance_responses"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_responses">;
                };
            };
        };
    };
    get_importance_responses_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_responses: components["schemas"]["importance_responses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_responses">;
                };
            };
        };
    };
    get_importance_scores: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_scores: components["schemas"]["importance_scores"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_scores">;
                };
            };
        };
    };
    post_importance_scores: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    email?: string;
                    name?: string;
                    user?: {
                        /** @description E-mail address, for example ann@example.com. */
                        email?: string;
                        name?: string;
                    };
                    links: {
                        suggestion: number;
                        response: number;
                        user?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_scores: components["schemas"]["importance_scores"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_scores">;
                };
            };
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_scores: components["schemas"]["importance_scores"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_scores">;
                };
            };
        };
    };
    get_importance_scores_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        importance_scores: components["schemas"]["importance_scores"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "importance_scores">;
                };
            };
        };
    };
    get_permissions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    post_permissions: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, for example ann@example.com. */
                    email: string;
                    /** @enum {unknown} */
                    license_type: "fullaccess_admin" | "admin" | "contributor" | "feedback_admin";
                    /** @enum {unknown} */
                    feedback?: "none" | "view" | "contribute" | "manage";
                    /** @enum {unknown} */
                    features?: "none" | "view" | "manage";
                    /** @enum {unknown} */
                    knowledgebase?: "none" | "view" | "manage";
                    /** @enum {unknown} */
                    settings?: "none" | "manage" | "manage_account";
                    /** @description Lowercase letters a to z and _, for example manage. */
                    tickets?: string;
                    reply_to?: string | null;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    get_permissions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    put_permissions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    license_type?: "fullaccess_admin" | "admin" | "contributor" | "feedback_admin";
                    /** @enum {unknown} */
                    feedback?: "none" | "view" | "contribute" | "manage";
                    /** @enum {unknown} */
                    features?: "none" | "view" | "manage";
                    /** @enum {unknown} */
                    knowledgebase?: "none" | "view" | "manage";
                    /** @enum {unknown} */
                    settings?: "none" | "manage" | "manage_account";
                    /** @description Lowercase letters a to z and _, for example manage. */
                    tickets?: string;
                    reply_to?: string | null;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    delete_permissions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    get_forum_invitations: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, email, claimed_at, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "email" | "-email" | "claimed_at" | "-claimed_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description true or false. */
                claimed?: boolean;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forum_invitations: components["schemas"]["forum_invitations"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forum_invitations">;
                };
            };
        };
    };
    post_forum_invitations: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string[];
                    subject?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    reply_to?: string;
                    message?: string;
                    links: {
                        forum: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forum_invitations: components["schemas"]["forum_invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forum_invitations">;
                };
            };
        };
    };
    get_forum_invitations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forum_invitations: components["schemas"]["forum_invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forum_invitations">;
                };
            };
        };
    };
    delete_forum_invitations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forum_invitations: components["schemas"]["forum_invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "forum_invitations">;
                };
            };
        };
    };
    get_views: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -position. */
                sort?: "id" | "-id" | "name" | "-name" | "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                kind?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    post_views: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "suggestions" | "suggestion_activity_entries" | "smartvote_experiments" | "users" | "external_accounts" | "features";
                    /** @enum {unknown} */
                    sub_kind?: "suggestions" | "suggestion_activity_entries" | "smartvote_experiments" | "supporters";
                    name?: string;
                    params?: string | null;
                    subscribed?: boolean;
                    subscription_params?: string | null;
                    links?: {
                        user?: number;
                        suggestion?: number;
                        smartvote_experiment?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    get_views_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    put_views_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    params?: string | null;
                    subscribed?: boolean;
                    subscription_params?: string | null;
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    delete_views_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    get_suggestion_activity_entries: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -created_at. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                kind?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                category?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                status?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                creator?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                label?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                uncategorized_in_forum?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                external_account?: string;
                /** @description true or false. */
                spam?: boolean;
                /** @description true or false. */
                needs_review?: boolean;
                /** @description true or false. */
                has_smartvote_score?: boolean;
                /** @description true or false. */
                has_response?: boolean;
                /** @description true or false. */
                category_none?: boolean;
                /** @description true or false. */
                status_none?: boolean;
                /** @description RFC 3339 time. */
                engagement_since?: string;
                /** @description RFC 3339 time. */
                no_engagement_since?: string;
                /** @description RFC 3339 time. */
                period_start?: string;
                /** @description RFC 3339 time. */
                period_end?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestion_activity_entries: components["schemas"]["suggestion_activity_entries"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestion_activity_entries">;
                };
            };
        };
    };
    get_suggestion_activity_entries_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestion_activity_entries: components["schemas"]["suggestion_activity_entries"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestion_activity_entries">;
                };
            };
        };
    };
    get_suggested_merges: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, score, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "score" | "-score" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggested_merges: components["schemas"]["suggested_merges"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggested_merges">;
                };
            };
        };
    };
    get_suggested_merges_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggested_merges: components["schemas"]["suggested_merges"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggested_merges">;
                };
            };
        };
    };
    get_service_hook_logs: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_hook_logs: components["schemas"]["service_hook_logs"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "service_hook_logs">;
                };
            };
        };
    };
    get_service_hook_logs_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_hook_logs: components["schemas"]["service_hook_logs"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "service_hook_logs">;
                };
            };
        };
    };
    get_subdomains: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subdomains: components["schemas"]["subdomains"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "subdomains">;
                };
            };
        };
    };
    get_theme_sets: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        theme_sets: components["schemas"]["theme_sets"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "theme_sets">;
                };
            };
        };
    };
    post_theme_sets: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    themes?: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        theme_sets: components["schemas"]["theme_sets"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "theme_sets">;
                };
            };
        };
    };
    get_theme_sets_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        theme_sets: components["schemas"]["theme_sets"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "theme_sets">;
                };
            };
        };
    };
    put_theme_sets_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    themes?: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        theme_sets: components["schemas"]["theme_sets"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "theme_sets">;
                };
            };
        };
    };
    get_themes: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        themes: components["schemas"]["themes"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "themes">;
                };
            };
        };
    };
    get_themes_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        themes: components["schemas"]["themes"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "themes">;
                };
            };
        };
    };
    get_impact_reports: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        impact_reports: components["schemas"]["impact_reports"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "impact_reports">;
                };
            };
        };
    };
    post_impact_reports: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    body?: string;
                    links?: {
                        suggestion?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        impact_reports: components["schemas"]["impact_reports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "impact_reports">;
                };
            };
        };
    };
    get_impact_reports_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        impact_reports: components["schemas"]["impact_reports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "impact_reports">;
                };
            };
        };
    };
    put_impact_reports_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    body?: string;
                    links?: {
                        suggestion?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        impact_reports: components["schemas"]["impact_reports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "impact_reports">;
                };
            };
        };
    };
    delete_impact_reports_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        impact_reports: components["schemas"]["impact_reports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "impact_reports">;
                };
            };
        };
    };
    get_audit_features: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit_features: components["schemas"]["audit_features"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "audit_features">;
                };
            };
        };
    };
    get_audit_features_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit_features: components["schemas"]["audit_features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "audit_features">;
                };
            };
        };
    };
    get_feedback_atoms: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_atoms: components["schemas"]["feedback_atoms"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_atoms">;
                };
            };
        };
    };
    get_feedback_atoms_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_atoms: components["schemas"]["feedback_atoms"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_atoms">;
                };
            };
        };
    };
    get_feedback_connector_configurations: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    post_feedback_connector_configurations: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    connector_type: string;
                    is_enabled?: boolean;
                    settings?: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    get_feedback_connector_configurations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    put_feedback_connector_configurations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    connector_type?: string;
                    is_enabled?: boolean;
                    settings?: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    delete_feedback_connector_configurations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    get_imports: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["imports"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "imports">;
                };
            };
        };
    };
    post_imports: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description People with their accounts, or suggestions. Default: users.
                     * @enum {unknown}
                     */
                    type?: "users" | "suggestions";
                    csv: string;
                    /** @description The field of each column, by the name of the column; null leaves a column out. Columns that are not named are guessed by their names. Without a mapping, the columns of a file of users have the exact names of fields. */
                    mapping?: {
                        [name: string]: string | null;
                    };
                    /** @description Create the forums, categories, labels and custom fields that do not exist. */
                    create_missing?: boolean;
                    /** @description Import the valid rows and report the others. */
                    skip_invalid?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["imports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "imports">;
                };
            };
        };
    };
    get_imports_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["imports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "imports">;
                };
            };
        };
    };
    get_bulk_actions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: queued, running, done, failed, cancelled, undoing, undone. */
                state?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bulk_actions: components["schemas"]["bulk_actions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "bulk_actions">;
                };
            };
        };
    };
    post_bulk_actions: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    action: "label" | "unlabel" | "categorize" | "status" | "move" | "merge" | "spam" | "approve" | "delete" | "restore";
                    ids?: number[];
                    /** @description The filters of a list of suggestions, as in its query string, for example `forum=1&state=new`. */
                    query?: string;
                    body?: string;
                    notify_supporters?: boolean;
                    links?: {
                        label?: number;
                        category?: number | null;
                        status?: number | null;
                        forum?: number;
                        suggestion?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bulk_actions: components["schemas"]["bulk_actions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "bulk_actions">;
                };
            };
        };
    };
    get_bulk_actions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bulk_actions: components["schemas"]["bulk_actions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "bulk_actions">;
                };
            };
        };
    };
    get_issue_links: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                issue_key?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issue_links: components["schemas"]["issue_links"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "issue_links">;
                };
            };
        };
    };
    get_issue_links_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issue_links: components["schemas"]["issue_links"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "issue_links">;
                };
            };
        };
    };
    get_audit_entries: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                api_client?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                action?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. */
                subject_type?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                subject?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit_entries: components["schemas"]["audit_entries"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "audit_entries">;
                };
            };
        };
    };
    get_audit_entries_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit_entries: components["schemas"]["audit_entries"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "audit_entries">;
                };
            };
        };
    };
    get_api_clients: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    post_api_clients: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    is_trusted?: boolean;
                    is_read_only?: boolean;
                    /** @description Null: its tokens are valid until they are revoked. */
                    token_lifetime_seconds?: number | null;
                    /** @description What its tokens are limited to; null for all. */
                    scopes?: ("feedback:read" | "feedback:write" | "people:read" | "people:write" | "files:read" | "files:write" | "settings:read" | "settings:write")[] | null;
                    /** @description Networks that it can be used from, such as 10.0.0.0/8; null for all. */
                    networks?: string[] | null;
                    /** @description Where an application has people sent back to. */
                    redirect_uris?: string[];
                    /** @description When the client and its tokens expire; null for never. */
                    expires_at?: string | null;
                    /** @description Null for the limit of the plan. */
                    requests_per_minute?: number | null;
                    /** @enum {unknown} */
                    retry_after?: "epoch" | "delta";
                    allows_query_token?: boolean;
                    allows_password_grant?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    get_api_clients_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    put_api_clients_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description What its tokens are limited to; null for all. */
                    scopes?: ("feedback:read" | "feedback:write" | "people:read" | "people:write" | "files:read" | "files:write" | "settings:read" | "settings:write")[] | null;
                    /** @description Networks that it can be used from, such as 10.0.0.0/8; null for all. */
                    networks?: string[] | null;
                    /** @description Where an application has people sent back to. */
                    redirect_uris?: string[];
                    /** @description When the client and its tokens expire; null for never. */
                    expires_at?: string | null;
                    /** @description Null for the limit of the plan. */
                    requests_per_minute?: number | null;
                    /** @enum {unknown} */
                    retry_after?: "epoch" | "delta";
                    allows_query_token?: boolean;
                    allows_password_grant?: boolean;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    delete_api_clients_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    get_sessions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                user?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["sessions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "sessions">;
                };
            };
        };
    };
    get_sessions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["sessions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "sessions">;
                };
            };
        };
    };
    delete_sessions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["sessions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "sessions">;
                };
            };
        };
    };
    get_invitations: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description true or false. */
                accepted?: boolean;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["invitations"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "invitations">;
                };
            };
        };
    };
    post_invitations: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, for example ann@example.com. */
                    email: string;
                    /** @enum {unknown} */
                    role: "viewer" | "contributor" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "invitations">;
                };
            };
        };
    };
    get_invitations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "invitations">;
                };
            };
        };
    };
    delete_invitations_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "invitations">;
                };
            };
        };
    };
    get_deletions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: suggestions, forums, users, attachments, external_users, external_accounts, categories, labels, statuses, status_updates, tickets, notes, comments, supporters, nps_ratings, teams, custom_fields, features, feature_statuses, product_areas, feedback_records, requests, feedback, supporter_messages, messages, internal_statuses, internal_status_updates, internal_flags, segments, segmented_values, filtered_columns, importance_responses, importance_scores, permissions, forum_invitations, views, suggestion_activity_entries, suggested_merges, service_hook_logs, subdomains, theme_sets, themes, impact_reports, audit_features, feedback_atoms, feedback_connector_configurations, imports, bulk_actions, issue_links, audit_entries, api_clients, sessions, invitations. */
                collection?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletions: components["schemas"]["deletions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "deletions">;
                };
            };
        };
    };
    get_deletions_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletions: components["schemas"]["deletions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "deletions">;
                };
            };
        };
    };
    get_suggestions_counts: {
        parameters: {
            query?: {
                /** @description As in the list of suggestions. */
                forum?: string;
                /** @description As in the list of suggestions. */
                uncategorized_in_forum?: string;
                /** @description As in the list of suggestions. */
                category_none?: string;
                /** @description As in the list of suggestions. */
                category?: string;
                /** @description As in the list of suggestions. */
                status_none?: string;
                /** @description As in the list of suggestions. */
                status?: string;
                /** @description As in the list of suggestions. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count suggestions by forum, category, status and state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            total: number;
                            open: number;
                            closed: number;
                            merged: number;
                            forums: {
                                id: number;
                                count: number;
                            }[];
                            categories: {
                                id: number | null;
                                count: number;
                            }[];
                            statuses: {
                                id: number | null;
                                count: number;
                            }[];
                            states: {
                                state: string;
                                count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_suggestions_by_id_merge_preview: {
        parameters: {
            query: {
                /**
                 * @description The suggestions to merge into it, up to 1000.
                 * @example 6,7
                 */
                ids: string;
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Preview a merge into a suggestion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        merge_preview: {
                            moves: {
                                suggestions: number;
                                supporters: number;
                                duplicate_supporters: number;
                                votes: number;
                                comments: number;
                                feedback_records: number;
                            };
                            stays: {
                                notes: number;
                                attachments: number;
                            };
                            after: {
                                supporters_count: number;
                                votes_count: number;
                                comments_count: number;
                                requests_count: number;
                                account_supporters_count: number;
                                supporting_accounts_count: number;
                                supporter_revenue: number;
                            };
                            errors: {
                                id: number;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_suggestions_by_id_notification_preview: {
        parameters: {
            query?: {
                /** @description `users`, or nothing. */
                includes?: string;
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Preview whom a status update of a suggestion concerns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notification_preview: {
                            people_count: number;
                            links: {
                                users: number[];
                            };
                        };
                        users?: Record<string, never>[];
                    };
                };
            };
        };
    };
    post_suggestions_merge: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    include_ids?: number[];
                    suggestion_ids?: number[];
                    to_suggestion_id?: number;
                    links?: {
                        from_suggestion?: number[];
                        to_suggestion?: number;
                    };
                    action?: {
                        notify_supporters?: boolean;
                        reply_to?: string;
                        links?: {
                            to_suggestion?: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_bulk_merge: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    include_ids?: number[];
                    suggestion_ids?: number[];
                    to_suggestion_id?: number;
                    links?: {
                        from_suggestion?: number[];
                        to_suggestion?: number;
                    };
                    action?: {
                        notify_supporters?: boolean;
                        reply_to?: string;
                        links?: {
                            to_suggestion?: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_by_id_unmerge: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggested_merges_by_id_reject: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggested_merges: components["schemas"]["suggested_merges"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggested_merges">;
                };
            };
        };
    };
    put_bulk_actions_by_id_cancel: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bulk_actions: components["schemas"]["bulk_actions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "bulk_actions">;
                };
            };
        };
    };
    put_bulk_actions_by_id_undo: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bulk_actions: components["schemas"]["bulk_actions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "bulk_actions">;
                };
            };
        };
    };
    post_suggestions_import: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    body?: string;
                    /** @enum {unknown} */
                    body_mime_type?: "text/plain";
                    attachment_tokens?: string[];
                    /** @enum {unknown} */
                    state?: "new" | "approved" | "published";
                    /** Format: date-time */
                    created_at?: string;
                    user_name?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    user_email?: string;
                    forum_name?: string;
                    category_name?: string;
                    status_name?: string;
                    labels?: string[];
                    status_update_body?: string;
                    /** Format: date-time */
                    status_update_created_at?: string;
                    /** @description E-mail address, for example ann@example.com. */
                    status_update_created_by_email?: string;
                    links?: {
                        forum?: number;
                        category?: number | null;
                        status?: number | null;
                        labels?: number[] | null;
                        user?: number;
                    };
                    custom_fields?: {
                        [name: string]: string | number | boolean | null;
                    };
                } & {
                    [name: `cf_${string}`]: string | number | boolean | null;
                };
            };
        };
        responses: {
            /** @description Records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_approve: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_publish: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_spam: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_restore: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_unremove: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_link: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    suggestion_ids?: number[];
                    include_ids?: number[];
                    links?: {
                        suggestion?: number;
                        linked_suggestion?: number;
                        from_suggestion?: number;
                        to_suggestion?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_unlink: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    suggestion_ids?: number[];
                    include_ids?: number[];
                    links?: {
                        suggestion?: number;
                        linked_suggestion?: number;
                        from_suggestion?: number;
                        to_suggestion?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_list_priority: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: number[];
                    suggestion_ids?: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_assign_owner: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        owner?: number | null;
                        user?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    put_suggestions_by_id_convert_to_ticket: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_by_id_subscribe: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_by_id_unsubscribe: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_imports_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description People with their accounts, or suggestions. Default: users.
                     * @enum {unknown}
                     */
                    type?: "users" | "suggestions";
                    csv: string;
                    /** @description The field of each column, by the name of the column; null leaves a column out. Columns that are not named are guessed by their names. Without a mapping, the columns of a file of users have the exact names of fields. */
                    mapping?: {
                        [name: string]: string | null;
                    };
                    /** @description Create the forums, categories, labels and custom fields that do not exist. */
                    create_missing?: boolean;
                    /** @description Repeated in the response; the text is Unicode. */
                    encoding?: string;
                };
            };
        };
        responses: {
            /** @description Preview an import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import_preview: {
                            /** @enum {unknown} */
                            type: "users" | "suggestions";
                            delimiter: string | null;
                            /** @description Null when the text was sent as JSON or a form. */
                            encoding: string | null;
                            columns: {
                                name: string;
                                index: number;
                                /** @description Null when the column is left out. */
                                field: string | null;
                                /** @description Whether the field is neither exact nor mapped. */
                                guess: boolean;
                                /** @description Up to three different values. */
                                samples: string[];
                            }[];
                            fields: {
                                name: string;
                                label: string;
                                required: boolean;
                                description: string;
                            }[];
                            total_rows: number;
                            valid_rows: number;
                            /** @description The first 50 rows. Long cells are shortened. */
                            rows: {
                                line: number;
                                cells: string[];
                            }[];
                            /** @description The first 200 rows with a problem. */
                            problem_rows: {
                                line: number;
                                cells: string[];
                            }[];
                            /** @description The first 1,000 problems. */
                            problems: {
                                line: number | null;
                                /** @description As the file names it. */
                                column: string | null;
                                value: string;
                                kind: string;
                                message: string;
                            }[];
                            problems_count: number;
                            /** @description Whether every problem is one of a row, which `skip_invalid` leaves out. */
                            can_skip_invalid: boolean;
                            /** @description Records that do not exist yet. */
                            creates: number;
                            /** @description Records that exist already. */
                            updates: number;
                        };
                    };
                };
            };
        };
    };
    get_imports_by_id_problems: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Rows on each page. */
                per_page?: number;
                /** @description Of the response. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the rows that an import left out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The names of the columns of the file. */
                        columns: string[];
                        rows: {
                            line: number;
                            cells: string[];
                            problems: {
                                column: string | null;
                                value: string;
                                message: string;
                            }[];
                        }[];
                        pagination: {
                            page: number;
                            per_page: number;
                            total_pages: number;
                            total_records: number;
                        };
                    };
                };
            };
        };
    };
    put_imports_by_id_undo: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["imports"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "imports">;
                };
            };
        };
    };
    post_labels_attach: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        label: number;
                        suggestion: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    post_labels_detach: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        label: number;
                        suggestion: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: components["schemas"]["labels"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "labels">;
                };
            };
        };
    };
    put_categories_positions: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: components["schemas"]["categories"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "categories">;
                };
            };
        };
    };
    put_comments_by_id_approve: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_comments_by_id_spam: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_comments_by_id_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_comments_by_id_restore: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_comments_by_id_unremove: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    put_internal_flags_by_id_clear: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        internal_flags: components["schemas"]["internal_flags"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "internal_flags">;
                };
            };
        };
    };
    put_feedback_records_by_id_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    put_feedback_records_by_id_undelete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_records: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_records">;
                };
            };
        };
    };
    put_requests_by_id_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    put_requests_by_id_undelete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "requests">;
                };
            };
        };
    };
    put_feedback_by_id_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    put_feedback_by_id_undelete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback: components["schemas"]["feedback_records"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback">;
                };
            };
        };
    };
    post_nps_ratings_bulk_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nps_ratings: components["schemas"]["nps_ratings"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "nps_ratings">;
                };
            };
        };
    };
    put_statuses_positions: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: components["schemas"]["statuses"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "statuses">;
                };
            };
        };
    };
    post_external_users_import: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    users?: ({
                        external_id?: string | null;
                        id?: string | null;
                        email?: string | null;
                        email_address?: string | null;
                        user_id?: number | null;
                        name?: string | null;
                        type?: string | null;
                        ip?: string | null;
                        external_created_at?: string | null;
                        last_seen_at?: string | null;
                        seen_days?: number | null;
                        account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        external_account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                    external_users?: ({
                        external_id?: string | null;
                        id?: string | null;
                        email?: string | null;
                        email_address?: string | null;
                        user_id?: number | null;
                        name?: string | null;
                        type?: string | null;
                        ip?: string | null;
                        external_created_at?: string | null;
                        last_seen_at?: string | null;
                        seen_days?: number | null;
                        account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        external_account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    post_external_users_batch: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    users?: ({
                        external_id?: string | null;
                        id?: string | null;
                        email?: string | null;
                        email_address?: string | null;
                        user_id?: number | null;
                        name?: string | null;
                        type?: string | null;
                        ip?: string | null;
                        external_created_at?: string | null;
                        last_seen_at?: string | null;
                        seen_days?: number | null;
                        account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        external_account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                    external_users?: ({
                        external_id?: string | null;
                        id?: string | null;
                        email?: string | null;
                        email_address?: string | null;
                        user_id?: number | null;
                        name?: string | null;
                        type?: string | null;
                        ip?: string | null;
                        external_created_at?: string | null;
                        last_seen_at?: string | null;
                        seen_days?: number | null;
                        account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        external_account?: ({
                            external_id?: string | null;
                            id?: string | null;
                            name?: string | null;
                            plan?: string | null;
                            mrr?: number | null;
                            mrr_cents?: number | null;
                            ltv?: number | null;
                            ltv_cents?: number | null;
                            external_created_at?: string | null;
                            custom_fields?: {
                                [name: string]: string | number | boolean | null;
                            };
                        } & {
                            [name: string]: string | number | boolean | null;
                        }) | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    post_external_users_bulk_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    delete_external_users_bulk_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    post_external_users_bulk_delete_by_external_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    external_ids: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    delete_external_users_bulk_delete_by_external_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    external_ids: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_users: components["schemas"]["external_users"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_users">;
                };
            };
        };
    };
    post_external_accounts_import: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    accounts?: ({
                        external_id?: string | null;
                        id?: string | null;
                        name?: string | null;
                        plan?: string | null;
                        mrr?: number | null;
                        mrr_cents?: number | null;
                        ltv?: number | null;
                        ltv_cents?: number | null;
                        external_created_at?: string | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                    external_accounts?: ({
                        external_id?: string | null;
                        id?: string | null;
                        name?: string | null;
                        plan?: string | null;
                        mrr?: number | null;
                        mrr_cents?: number | null;
                        ltv?: number | null;
                        ltv_cents?: number | null;
                        external_created_at?: string | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    post_external_accounts_batch: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    accounts?: ({
                        external_id?: string | null;
                        id?: string | null;
                        name?: string | null;
                        plan?: string | null;
                        mrr?: number | null;
                        mrr_cents?: number | null;
                        ltv?: number | null;
                        ltv_cents?: number | null;
                        external_created_at?: string | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                    external_accounts?: ({
                        external_id?: string | null;
                        id?: string | null;
                        name?: string | null;
                        plan?: string | null;
                        mrr?: number | null;
                        mrr_cents?: number | null;
                        ltv?: number | null;
                        ltv_cents?: number | null;
                        external_created_at?: string | null;
                        custom_fields?: {
                            [name: string]: string | number | boolean | null;
                        };
                    } & {
                        [name: string]: string | number | boolean | null;
                    })[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    post_external_accounts_bulk_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    delete_external_accounts_bulk_delete: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    post_external_accounts_bulk_delete_by_external_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    external_ids: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    delete_external_accounts_bulk_delete_by_external_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    external_ids: string[];
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        external_accounts: components["schemas"]["external_accounts"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "external_accounts">;
                };
            };
        };
    };
    post_bulk_identify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    identities: {
                        /** @description E-mail address, for example ann@example.com. */
                        email: string;
                        id?: string | null;
                        name?: string | null;
                        created_at?: number | null;
                        type?: string | null;
                        account?: {
                            id?: string | null;
                            name?: string | null;
                            created_at?: number | null;
                            monthly_rate?: number | null;
                            ltv?: number | null;
                            plan?: string | null;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Identify people and their accounts in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "queued";
                    };
                };
            };
        };
    };
    get_bulk_identify_by_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job, from the `Location` header. */
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of a bulk identify job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {unknown} */
                        status: "queued" | "done" | "failed";
                        /** @description Why the job failed. */
                        reason: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        done_at: string | null;
                    };
                };
            };
        };
    };
    post_teams_assign: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        team: number;
                        user: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    post_teams_unassign: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        team: number;
                        user: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["teams"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "teams">;
                };
            };
        };
    };
    put_permissions_by_id_resend: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["permissions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "permissions">;
                };
            };
        };
    };
    get_api_clients_limits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the rate limits of API clients and their use */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        resets_at: string;
                        limits: {
                            id: number;
                            name: string;
                            limit: number;
                            used: number;
                            remaining: number;
                        }[];
                    };
                };
            };
        };
    };
    put_api_clients_by_id_rotate: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How long the old secret stays valid. Default: 86400, a day. */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_clients: components["schemas"]["api_clients"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "api_clients">;
                };
            };
        };
    };
    get_sessions_current: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["sessions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "sessions">;
                };
            };
        };
    };
    get_staff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the people who can sign in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        staff: {
                            /** @description The id of the user. */
                            id: number;
                            name: string;
                            email_address: string;
                            /** @enum {unknown} */
                            role: "viewer" | "contributor" | "admin" | "owner";
                            is_disabled: boolean;
                            has_password: boolean;
                            passkeys_count: number;
                            /** @description An authenticator app. A passkey counts too. */
                            has_second_factor: boolean;
                            sessions_count: number;
                            /** Format: date-time */
                            last_login: string | null;
                            links: {
                                permission: number;
                                user: number;
                            };
                        }[];
                    };
                };
            };
        };
    };
    put_staff_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role?: "viewer" | "contributor" | "admin" | "owner";
                    is_disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Change the role of a person, or whether they can sign in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        staff: {
                            /** @description The id of the user. */
                            id: number;
                            name: string;
                            email_address: string;
                            /** @enum {unknown} */
                            role: "viewer" | "contributor" | "admin" | "owner";
                            is_disabled: boolean;
                            has_password: boolean;
                            passkeys_count: number;
                            /** @description An authenticator app. A passkey counts too. */
                            has_second_factor: boolean;
                            sessions_count: number;
                            /** Format: date-time */
                            last_login: string | null;
                            links: {
                                permission: number;
                                user: number;
                            };
                        }[];
                    };
                };
            };
        };
    };
    get_jobs: {
        parameters: {
            query?: {
                /**
                 * @description Only jobs in these states, separated by commas.
                 * @example failed
                 */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List background jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            id: number;
                            task: string;
                            /** @description The record that it works on, if it has one. */
                            subject: string | null;
                            /**
                             * @description `scheduled` jobs wait for their next run; `failed` ones have no attempt left.
                             * @enum {unknown}
                             */
                            state: "ready" | "running" | "scheduled" | "failed";
                            attempts: number;
                            max_attempts: number;
                            /** Format: date-time */
                            next_run_at: string | null;
                            last_error: string | null;
                        }[];
                    };
                };
            };
        };
    };
    put_jobs_by_id_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Run a background job again soon */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            id: number;
                            task: string;
                            /** @description The record that it works on, if it has one. */
                            subject: string | null;
                            /**
                             * @description `scheduled` jobs wait for their next run; `failed` ones have no attempt left.
                             * @enum {unknown}
                             */
                            state: "ready" | "running" | "scheduled" | "failed";
                            attempts: number;
                            max_attempts: number;
                            /** Format: date-time */
                            next_run_at: string | null;
                            last_error: string | null;
                        }[];
                    };
                };
            };
        };
    };
    get_installation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of the installation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installation: {
                            version: string;
                            migrations: {
                                applied_count: number;
                                latest: string | null;
                                /** @description What this version has and the database lacks. */
                                pending: string[];
                            };
                            database: {
                                server_version: string;
                                bytes: number;
                            };
                            files: {
                                count: number;
                                bytes: number;
                                /** @description Null: no limit. */
                                quota_bytes: number | null;
                                /** @enum {unknown} */
                                downloads: "proxied" | "presigned";
                            };
                            jobs: {
                                task: string;
                                /** @enum {unknown} */
                                state: "ready" | "running" | "scheduled" | "failed";
                                /** @description Counted up to 10,000 jobs. */
                                count: number;
                                /** @description Since the oldest was due. */
                                oldest_seconds: number;
                            }[];
                            /**
                             * Format: date-time
                             * @description When `earshot backup` last finished; null when it never did.
                             */
                            last_backup_at: string | null;
                            plan: {
                                name: string;
                                requests_per_minute: number;
                            };
                            limits: {
                                /** @description Per minute, without a valid token. */
                                requests_per_address: number;
                                /** @description Null behind a proxy. */
                                connections_per_address: number | null;
                                concurrent_requests: {
                                    total: number;
                                    per_client: number;
                                };
                                concurrent_uploads: {
                                    total: number;
                                    per_client: number;
                                    open: number;
                                };
                                event_streams: {
                                    total: number;
                                    per_person: number;
                                    open: number;
                                };
                            };
                            sign_in: {
                                /** @description Whether invitations and links to sign in can be mailed. */
                                mail: boolean;
                                providers: {
                                    name: string;
                                    slug: string;
                                    issuer: string;
                                    people_count: number;
                                    /** Format: date-time */
                                    last_used_at: string | null;
                                    /** @description Of the process that answers, since it started. */
                                    last_failure: {
                                        /** Format: date-time */
                                        at: string;
                                        /** @enum {unknown} */
                                        reason: "unavailable" | "refused" | "invalid";
                                    } | null;
                                }[];
                            };
                        };
                    };
                };
            };
        };
    };
    put_invitations_by_id_resend: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["invitations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "invitations">;
                };
            };
        };
    };
    put_views_by_id_share: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["views"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "views">;
                };
            };
        };
    };
    get_events: {
        parameters: {
            query?: {
                /** @description The last `id` that was received. The header `Last-Event-ID` wins. */
                last_event_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        collection: string;
                        id: number | null;
                        /** @enum {string} */
                        action: "created" | "updated" | "deleted";
                        suggestion: number | null;
                        user: number | null;
                        request_id: string | null;
                        /** Format: date-time */
                        at: string;
                    };
                };
            };
        };
    };
    post_feedback_connector_configurations_by_id_test: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feedback_connector_configurations: components["schemas"]["feedback_connector_configurations"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "feedback_connector_configurations">;
                };
            };
        };
    };
    put_features_by_id_move: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    before?: number | null;
                    links?: {
                        feature_status?: number | null;
                        product_area?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    post_features_by_id_link_jira_issue: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    issue_key?: string;
                    key?: string;
                    /** @description URL that starts with https:// or http://. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    delete_features_unlink_jira_issue_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    issue_key?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: components["schemas"]["features"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "features">;
                };
            };
        };
    };
    post_suggestions_link_to_feature: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        suggestion: number;
                        feature: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_unlink_from_feature: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    links: {
                        suggestion: number;
                        feature: number;
                    };
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_by_id_link_jira_issue: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    issue_key?: string;
                    key?: string;
                    /** @description URL that starts with https:// or http://. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    post_suggestions_by_id_link_vsts: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    issue_key?: string;
                    key?: string;
                    /** @description URL that starts with https:// or http://. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    delete_suggestions_unlink_jira_issue_by_id: {
        parameters: {
            query?: {
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    issue_key?: string;
                };
            };
        };
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_suggestions_by_id_feature_ids: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the feature ids of a suggestion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        feature_ids: number[];
                    };
                };
            };
        };
    };
    get_suggestions_similar: {
        parameters: {
            query: {
                /**
                 * @description The title, up to 140 characters.
                 * @example Dark mode
                 */
                title: string;
                /** @description How many suggestions, at most 20. Default: 10. */
                per_page?: number;
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_suggestions_by_id_similar: {
        parameters: {
            query?: {
                /** @description How many suggestions, at most 20. Default: 10. */
                per_page?: number;
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                /** @description One id, or several ids separated by commas. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_reports_incoming: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 intervals.
                 * @example 2026-03-31
                 */
                to?: string;
                /** @description What a row covers; weeks begin on Monday. Default: month. */
                interval?: "day" | "week" | "month";
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only suggestions created by people of this segment, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on suggestions created, answered and closed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                created_count: number;
                                answered_count: number;
                                closed_count: number;
                            };
                            rows: {
                                /** Format: date */
                                date: string;
                                /** Format: date-time */
                                starts_at: string;
                                /** Format: date-time */
                                ends_at: string;
                                created_count: number;
                                answered_count: number;
                                closed_count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_response_times: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 intervals.
                 * @example 2026-03-31
                 */
                to?: string;
                /** @description What a row covers; weeks begin on Monday. Default: month. */
                interval?: "day" | "week" | "month";
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only suggestions created by people of this segment, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on the time until suggestions are answered and closed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                suggestions_count: number;
                                answered_count: number;
                                unanswered_count: number;
                                closed_count: number;
                                open_count: number;
                                answer_median_seconds: number | null;
                                answer_p90_seconds: number | null;
                                close_median_seconds: number | null;
                                close_p90_seconds: number | null;
                            };
                            rows: {
                                /** Format: date */
                                date: string;
                                /** Format: date-time */
                                starts_at: string;
                                /** Format: date-time */
                                ends_at: string;
                                suggestions_count: number;
                                answered_count: number;
                                unanswered_count: number;
                                closed_count: number;
                                open_count: number;
                                answer_median_seconds: number | null;
                                answer_p90_seconds: number | null;
                                close_median_seconds: number | null;
                                close_p90_seconds: number | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_open_revenue: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 months.
                 * @example 2026-03-31
                 */
                to?: string;
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only support by people of this segment, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description How many suggestions are listed, at most 100. Default: 20. */
                per_page?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on open suggestions by the revenue behind them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                suggestions_count: number;
                                supported_suggestions_count: number;
                                accounts_count: number;
                                revenue: number;
                            };
                            rows: {
                                id: number;
                                title: string;
                                revenue: number;
                                accounts_count: number;
                                supporters_count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_top_accounts: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 months.
                 * @example 2026-03-31
                 */
                to?: string;
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only accounts with people of this segment, and their support, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description How many accounts are listed, at most 100. Default: 20. */
                per_page?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on accounts by MRR and what they ask for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                accounts_count: number;
                                suggestions_count: number;
                                mrr: number;
                            };
                            rows: {
                                id: number;
                                name: string | null;
                                external_id: string | null;
                                plan: string | null;
                                mrr: number;
                                suggestions_count: number;
                                suggestions: {
                                    id: number;
                                    title: string;
                                    revenue: number;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_nps: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 intervals.
                 * @example 2026-03-31
                 */
                to?: string;
                /** @description What a row covers; weeks begin on Monday. Default: month. */
                interval?: "day" | "week" | "month";
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only ratings of people of this segment, by its id. */
                segment?: number;
                /** @description How many suggestions are listed, at most 100. Default: 10. */
                per_page?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on NPS ratings and what detractors ask for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                ratings_count: number;
                                promoters_count: number;
                                passives_count: number;
                                detractors_count: number;
                                score: number | null;
                            };
                            rows: {
                                /** Format: date */
                                date: string;
                                /** Format: date-time */
                                starts_at: string;
                                /** Format: date-time */
                                ends_at: string;
                                ratings_count: number;
                                promoters_count: number;
                                passives_count: number;
                                detractors_count: number;
                                score: number | null;
                            }[];
                            suggestions: {
                                id: number;
                                title: string;
                                detractors_count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_labels: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 intervals.
                 * @example 2026-03-31
                 */
                to?: string;
                /** @description What a row covers; weeks begin on Monday. Default: month. */
                interval?: "day" | "week" | "month";
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only suggestions created by people of this segment, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description How many labels are listed, at most 20. Default: 8. */
                per_page?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on created suggestions by label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                suggestions_count: number;
                                other_count: number;
                                unlabelled_count: number;
                            };
                            rows: {
                                /** Format: date */
                                date: string;
                                /** Format: date-time */
                                starts_at: string;
                                /** Format: date-time */
                                ends_at: string;
                                suggestions_count: number;
                                other_count: number;
                                unlabelled_count: number;
                                counts: number[];
                            }[];
                            labels: {
                                id: number;
                                full_name: string;
                                suggestions_count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_reports_contributors: {
        parameters: {
            query?: {
                /**
                 * @description The first day. Default: twelve months before the last one.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description The last day. Default: today. A range has at most 400 months.
                 * @example 2026-03-31
                 */
                to?: string;
                /**
                 * @description The IANA time zone of the days. Default: UTC.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
                /** @description Only people of this segment, by its id. */
                segment?: number;
                /** @description Only suggestions of this forum, by its id. */
                forum?: number;
                /** @description How many people are listed, at most 100. Default: 20. */
                per_page?: number;
                /** @description With csv the rows are a file. Default: json. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Report on people by their suggestions, comments and votes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            name: string;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            /** Format: date-time */
                            starts_at: string;
                            /** Format: date-time */
                            ends_at: string;
                            interval: string | null;
                            time_zone: string;
                            links: {
                                forum: number | null;
                                segment: number | null;
                            };
                            totals: {
                                contributors_count: number;
                                suggestions_count: number;
                                comments_count: number;
                                votes_count: number;
                            };
                            rows: {
                                id: number;
                                name: string;
                                email_address: string;
                                suggestions_count: number;
                                comments_count: number;
                                votes_count: number;
                            }[];
                        };
                    };
                };
            };
        };
    };
    get_demo_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of the demonstration data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        state: "none" | "loading" | "loaded" | "removing" | "failed";
                        /** @description Why the last load or removal failed. */
                        reason: string | null;
                        /** @description Whether it can be loaded: the account has no suggestions and no external users. */
                        can_load: boolean;
                        /** @description The number of loaded records, by collection. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description The number of records that were added to demo suggestions since, by collection. */
                        added: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        created_at: string | null;
                        /** Format: date-time */
                        updated_at: string | null;
                    };
                };
            };
        };
    };
    post_demo_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Load demonstration data in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        state: "none" | "loading" | "loaded" | "removing" | "failed";
                        /** @description Why the last load or removal failed. */
                        reason: string | null;
                        /** @description Whether it can be loaded: the account has no suggestions and no external users. */
                        can_load: boolean;
                        /** @description The number of loaded records, by collection. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description The number of records that were added to demo suggestions since, by collection. */
                        added: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        created_at: string | null;
                        /** Format: date-time */
                        updated_at: string | null;
                    };
                };
            };
        };
    };
    delete_demo_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove the demonstration data in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        state: "none" | "loading" | "loaded" | "removing" | "failed";
                        /** @description Why the last load or removal failed. */
                        reason: string | null;
                        /** @description Whether it can be loaded: the account has no suggestions and no external users. */
                        can_load: boolean;
                        /** @description The number of loaded records, by collection. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description The number of records that were added to demo suggestions since, by collection. */
                        added: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        created_at: string | null;
                        /** Format: date-time */
                        updated_at: string | null;
                    };
                };
            };
        };
    };
    get_segments_conditions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the columns and operators of conditions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conditions: {
                            columns: {
                                column: string;
                                /** @enum {string} */
                                kind: "text" | "address" | "number" | "time" | "flag";
                                name: string | null;
                                values?: string[];
                            }[];
                            operators: {
                                operator: string;
                                kinds: ("text" | "address" | "number" | "time" | "flag")[];
                                /** @enum {string} */
                                operand: "none" | "value" | "list";
                            }[];
                            operand_patterns: {
                                number: string;
                                unit: string;
                            };
                            units: string[];
                            limits: {
                                depth: number;
                                conditions: number;
                                groups: number;
                                values: number;
                                units: number;
                            };
                        };
                    };
                };
            };
        };
    };
    get_segments_counts: {
        parameters: {
            query: {
                /**
                 * @description The segments, up to 100.
                 * @example 1,2
                 */
                segment: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count the members of segments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            id: number;
                            users_count: number;
                        }[];
                    };
                };
            };
        };
    };
    get_api_v2_suggestions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, title, created_at, updated_at, approved_at, closed_at, first_support_at, last_support_at, inappropriate_flags_count, comments_count, notes_count, requests_count, votes_count, supporters_count, supporting_accounts_count, supporter_revenue, supporter_mrr, supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count, satisfaction_promoter_count, recent_engagement, list_priority, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. With q also relevance, an extension: matches in the title first. It has pages, but no cursor. */
                sort?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                forum?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                creator?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                uncategorized_in_forum?: string;
                /** @description true or false. */
                category_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                category?: string;
                /** @description true or false. */
                status_none?: boolean;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                status?: string;
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted, open, closed, merged. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                label?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                supporter?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                external_account?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                feature?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                parent_suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                owner?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                segment?: string;
                /** @description true or false. */
                has_smartvote_score?: boolean;
                /** @description true or false. */
                has_response?: boolean;
                /** @description RFC 3339 time. */
                engagement_since?: string;
                /** @description RFC 3339 time. */
                no_engagement_since?: string;
                /** @description RFC 3339 time. */
                period_start?: string;
                /** @description RFC 3339 time. */
                period_end?: string;
                /** @description Search terms, up to 200 characters and 12 different words. */
                q?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
                /** @description Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
                custom_fields?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: components["schemas"]["suggestions"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "suggestions">;
                };
            };
        };
    };
    get_api_v2_comments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Records per page. Default: 20. Maximum: 100. */
                per_page?: components["parameters"]["per_page"];
                /** @description Cursor from the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Alias of cursor. */
                page_token?: components["parameters"]["page_token"];
                /** @description Collections to side-load, separated by commas. */
                includes?: components["parameters"]["includes"];
                /** @description Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. */
                fields?: components["parameters"]["fields"];
                /** @description Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
                total?: components["parameters"]["total"];
                /** @description With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
                format?: components["parameters"]["format"];
                /** @description Allowed: id, inappropriate_flags_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
                sort?: "id" | "-id" | "inappropriate_flags_count" | "-inappropriate_flags_count" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted. */
                state?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                suggestion?: string;
                /** @description Ids, separated by commas. A leading "-" excludes an id. */
                creator?: string;
                /** @description RFC 3339 time. */
                updated_after?: string;
                /** @description RFC 3339 time. */
                updated_before?: string;
                /** @description RFC 3339 time. */
                created_after?: string;
                /** @description RFC 3339 time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["comments"][];
                        links: components["schemas"]["links_map"];
                        list_meta: null;
                        pagination: components["schemas"]["pagination"];
                    } & WithRequired<components["schemas"]["side_loaded"], "comments">;
                };
            };
        };
    };
    get_roles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what each role may do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From the least to the most powerful. Each may do what those before it may. */
                        roles: {
                            /** @enum {unknown} */
                            name: "viewer" | "contributor" | "admin" | "owner";
                            requires_second_factor: boolean;
                        }[];
                        operations: {
                            method: string;
                            path: string;
                            summary: string;
                            scope: string;
                            /** @enum {unknown} */
                            role: "viewer" | "contributor" | "admin" | "owner";
                            /**
                             * @description Who may do it to records that they created; for a list, who gets their own.
                             * @enum {unknown}
                             */
                            own_role: "viewer" | "contributor" | "admin" | "owner" | null;
                        }[];
                    };
                };
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
