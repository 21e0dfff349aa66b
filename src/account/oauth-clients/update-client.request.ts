import { clientLabel, redirectUri, webAddress } from '../../access/oauth-clients/oauth-client.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';

export class UpdateClientRequest {
  @Field(clientLabel(), { example: 'Fleet dashboard' })
  label?: string;

  @Field(redirectUri())
  redirect_uri?: string;

  @Field(webAddress(), { clears: '', example: 'https://app.example.com' })
  website?: string;

  @Field(webAddress(), { clears: null })
  thumbnail_url?: string | null;
}
