import {
  integerProperty,
  objectsProperty,
  orNull,
  taken,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import type { TakenValues } from '../../shared/resources/resource-requests.js';
import { description, label } from '../../shared/validation/rules.js';
import { SUBNET } from '../subnets/subnet.resource.js';
import { vpcRegion } from './vpc.rules.js';

/** A VPC with its subnets (spec: VPC). */
export const VPC = new Resource('VpcResponse', 'v', {
  id: integerProperty('Unique ID, which the service assigns.'),
  label: taken(textProperty('A name, for display only.'), { rule: label(1, 64) }),
  description: taken(textProperty('A note, for display only.'), {
    rule: description(0, 255),
    unset: '',
    clears: '',
  }),
  region: taken(
    textProperty('The region of the VPC, which supports VPCs. It can’t change.', { example: 'us-east' }),
    {
      rule: vpcRegion(),
    },
  ),
  subnets: objectsProperty(SUBNET.response, 'The subnets of the VPC.', SUBNET.shown),
  created: timeProperty('When the VPC was created.'),
  updated: orNull(timeProperty('When the VPC was last changed.')),
});

/** A row of `VPC.columns()`. */
export type VpcRow = Shown<typeof VPC.fields>;
/** The stored values of a VPC that customers choose. */
export type VpcValues = TakenValues<typeof VPC.fields>;
