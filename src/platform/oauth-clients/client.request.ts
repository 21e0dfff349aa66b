import { clientLabel, redirectUri, webAddress } from '../../access/oauth-clients/oauth-client.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, reference } from '../../shared/validation/rules.js';

export class PlatformClientRequest {
  @Field(reference(), { required: true, example: 1, description: 'The account that owns the client.' })
  account_id: number;

  @Field(clientLabel(), {
    required: true,
    example: 'Fleet dashboard',
    description: 'The name that users see when they consent.',
  })
  label: string;

  @Field(redirectUri(), {
    required: true,
    example: 'https://app.example.com/callback',
    description: 'The address that the OAuth flow returns to.',
  })
  redirect_uri: string;

  @Field(boolean(), { description: 'Default false.' })
  public?: boolean;

  @Field(webAddress(), { clears: '', description: 'The website of the app.' })
  website?: string;

  @Field(webAddress(), { clears: null, description: 'The address of a picture of the app.' })
  thumbnail_url?: string | null;
}
