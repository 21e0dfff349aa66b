export const IMAGES = {
  name: 'Images',
  description:
    'Public images, captures of disks, and uploads. `disk.raw.gz` is beside the collection: choose it once.',
  steps: [
    { operation: 'image_list', name: 'Image List, without a token', auth: 'none' },
    { operation: 'image_list', filter: { is_public: false } },
    { operation: 'image_create', body: { disk_id: '#{{instanceId}}' }, save: { imageId: '.id' } },
    { operation: 'image_view', scopes: ['images:read_only'] },
    { operation: 'image_update' },
    { operation: 'image_delete' },
    {
      operation: 'image_upload',
      after: [
        `const { image, upload_to } = pm.response.json();
pm.collectionVariables.set('uploadedId', image.id);
pm.collectionVariables.set('address', upload_to.split('/').pop());`,
      ],
    },
    { operation: 'image_upload_data', file: 'disk.raw.gz' },
    {
      operation: 'image_view',
      name: 'Image View, after its upload',
      scopes: ['images:read_only'],
      params: { imageId: '{{uploadedId}}' },
      after: [`pm.test('is available', () => pm.expect(pm.response.json().status).to.eql('available'));`],
    },
    {
      operation: 'platform_image_data',
      name: 'Compute reads the bytes of the image',
      params: { imageId: '{{uploadedId}}' },
      after: [
        `pm.test('is gzip', () => {
  pm.response.to.have.header('Content-Type', 'application/gzip');
  pm.expect(pm.response.responseSize).to.be.above(20);
});`,
      ],
    },
    { operation: 'image_delete', name: 'Image Delete, the upload', params: { imageId: '{{uploadedId}}' } },
  ],
};
