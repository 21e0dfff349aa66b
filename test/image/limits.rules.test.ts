import { CreateImageRequest } from '../../src/image/images/create-image.request.js';
import { UpdateImageRequest } from '../../src/image/images/update-image.request.js';
import { UploadImageRequest } from '../../src/image/images/upload-image.request.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import { faultsOfBody } from '../support/faults-of.js';

const SETTINGS = readSettings({});

type RequestClass = new () => object;
const told = (of: RequestClass, body: object) =>
  faultsOfBody(of, body, SETTINGS).map(({ field, reason }) => `${field}: ${reason}`);

describe.each<[string, RequestClass, object]>([
  ['Image Create', CreateImageRequest, { disk_id: 11 }],
  ['Image Upload', UploadImageRequest, { label: 'golden', region: 'us-east' }],
  ['Image Update', UpdateImageRequest, {}],
])('%s', (_, of, body) => {
  it.each<[string, string, number, number]>([
    ['[D-118]', 'label', 1, 128],
    ['[D-119] [D-184]', 'description', 0, 65000],
  ])('%s %s has %i to %i characters', (__, field, min, max) => {
    const faults = (text: string) => told(of, { ...body, [field]: text });
    const wrongLength = [`${field}: Length must be ${min}-${max} characters`];
    expect(faults('x'.repeat(min))).toEqual([]);
    expect(faults('x'.repeat(max))).toEqual([]);
    expect(faults('😀'.repeat(max))).toEqual([]);
    expect(faults('x'.repeat(max + 1))).toEqual(wrongLength);
    if (min > 0) expect(faults('x'.repeat(min - 1))).toEqual(wrongLength);
  });

  it('[D-12] only descriptions may have line breaks and tabs', () => {
    expect(told(of, { ...body, label: 'a\tb' })).toEqual(['label: label is not valid']);
    expect(told(of, { ...body, description: 'a\r\n\tb' })).toEqual([]);
    expect(told(of, { ...body, description: 'a\u0007b' })).toEqual(['description: description is not valid']);
  });
});

it.each<[string, RequestClass, object, string[]]>([
  ['the disk is required', CreateImageRequest, {}, ['disk_id: disk_id is required']],
  ['[D-10] the disk is a number', CreateImageRequest, { disk_id: '11' }, ['disk_id: disk_id is not valid']],
  [
    '[D-118] the label of an upload is required, and its region',
    UploadImageRequest,
    {},
    ['label: label is required', 'region: region is required'],
  ],
  ['[D-14] nothing changes', UpdateImageRequest, {}, []],
  [
    '[D-183] all of a capture at fault',
    CreateImageRequest,
    { cloud_init: 'yes', description: 1, label: '', disk_id: 0 },
    [
      'disk_id: disk_id is not valid',
      'label: Length must be 1-128 characters',
      'description: description is not valid',
      'cloud_init: cloud_init is not valid',
    ],
  ],
  [
    '[D-183] all of an upload at fault',
    UploadImageRequest,
    { cloud_init: 1, description: [], region: 'moon', label: '\n' },
    [
      'label: label is not valid',
      'region: region is not valid',
      'description: description is not valid',
      'cloud_init: cloud_init is not valid',
    ],
  ],
])('%s', (_, of, body, faults) => {
  expect(told(of, body)).toEqual(faults);
});

it('[D-15] null clears the description, but not the label', () => {
  expect(checkedRequest(UpdateImageRequest, { label: null, description: null }, SETTINGS)).toEqual({
    description: null,
  });
});
