import {
  booleanProperty,
  integerProperty,
  oneOfProperty,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

/** spec: Login. */
export const LOGIN = new Resource('LoginResponse', 'l', {
  id: integerProperty('Unique ID, which the service assigns.'),
  datetime: timeProperty('When the login was tried.'),
  ip: textProperty('The IP address that the login came from.'),
  restricted: booleanProperty('Whether the user was restricted.'),
  status: oneOfProperty(['successful', 'failed'], 'How the login ended.'),
  username: textProperty('The user who tried to log in.'),
});

/** A row of `LOGIN.columns()`. */
export type LoginRow = Shown<typeof LOGIN.fields>;
