import {
  integerProperty,
  orNull,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

/**
 * An application that the user authorized (spec: Authorized app), at the time `$2`. Its expiry is
 * that of the access token, or null while a refresh token can get another (D-89). Its scopes are
 * those of all its tokens (D-207). Refresh tokens are in sign-in's tables: migration 0006.
 */
export const APP = new Resource('AppResponse', 'app', {
  id: integerProperty('ID of the authorization, for its revocation.'),
  label: textProperty('The name of the app.', { expression: 'client.label' }),
  created: timeProperty('When the user authorized the app.'),
  expiry: orNull(
    timeProperty('When the access of the app ends; null for never.', {
      expression: '(CASE WHEN app.refresh_expiry > $2 OR live.forever THEN NULL ELSE live.expiry END)',
    }),
  ),
  scopes: textProperty('The scopes that the user granted, separated by spaces; `*` for all.', {
    expression: `coalesce(application_scopes(app.id, $2), '')`,
  }),
  thumbnail_url: orNull(
    textProperty('The address of a picture of the app.', {
      expression: 'client.thumbnail_url',
      filter: false,
    }),
  ),
  website: textProperty('The website of the app.', { expression: 'client.website' }),
});

/** A row of `APP.columns()`. */
export type AppRow = Shown<typeof APP.fields>;
