import { clientLabel, redirectUri, webAddress } from '../../access/oauth-clients/oauth-client.rules.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, reference } from '../../shared/validation/rules.js';

export class PlatformClientRequest {
  @Field(reference(), { required: true, example: 1 })
  account_id: number;

  @Field(clientLabel(), { required: true, example: 'Fleet dashboard' })
  label: string;

  @Field(redirectUri(), { required: true, example: 'https://app.example.com/callback' })
  redirect_uri: string;

  @Field(boolean(), { description: 'Default false.' })
  public?: boolean;

  @Field(webAddress(), { clears: '' })
  website?: string;

  @Field(webAddress(), { clears: null })
  thumbnail_url?: string | null;
}
