import { clientLabel, redirectUri, webAddress } from '../../access/oauth-clients/oauth-client.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';

export class UpdateClientRequest {
  @Field(clientLabel(), {
    example: 'Fleet dashboard',
    description: 'The name that users see when they consent.',
  })
  label?: string;

  @Field(redirectUri(), { description: 'The address that the OAuth flow returns to.' })
  redirect_uri?: string;

  @Field(webAddress(), {
    clears: '',
    example: 'https://app.example.com',
    description: 'The website of the app.',
  })
  website?: string;

  @Field(webAddress(), { clears: null, description: 'The address of a picture of the app.' })
  thumbnail_url?: string | null;
}
