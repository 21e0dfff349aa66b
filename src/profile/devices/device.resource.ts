import { integerProperty, textProperty, timeProperty } from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';

/** spec: Trusted device. */
export const DEVICE = new Resource('DeviceResponse', 'd', {
  id: integerProperty('Unique ID, which the service assigns.'),
  created: timeProperty('When the device was trusted.'),
  expiry: timeProperty('When the trust ends.'),
  last_authenticated: timeProperty('When the user last logged in with the device.'),
  last_remote_addr: textProperty('The IP address of that login.'),
  user_agent: textProperty('The browser of the device.'),
});

/** A row of `DEVICE.columns()`. */
export type DeviceRow = Shown<typeof DEVICE.fields>;
