import { clientLabel, redirectUri, webAddress } from '../../access/oauth-clients/oauth-client.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';

export class CreateClientRequest {
  @Field(clientLabel(), { required: true, example: 'Fleet dashboard' })
  label: string;

  @Field(redirectUri(), { required: true, example: 'https://app.example.com/callback' })
  redirect_uri: string;

  @Field(boolean(), { description: 'Whether it can keep no secret. Default false.' })
  public?: boolean;

  @Field(webAddress(), { clears: '', example: 'https://app.example.com' })
  website?: string;

  @Field(webAddress(), { clears: null })
  thumbnail_url?: string | null;
}
