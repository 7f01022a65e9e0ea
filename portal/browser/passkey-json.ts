// WebAuthn between JSON and the browser: options and answers carry bytes as base64url (WebAuthn level 3, 5.1.8 and 5.1.9).
// By hand, since PublicKeyCredential.parse…FromJSON and toJSON are missing in browsers of 2024 and before.

interface Descriptor {
  readonly id: string
  readonly type: 'public-key'
  readonly transports?: AuthenticatorTransport[]
}

interface CreationJson extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials?: readonly Descriptor[]
}

interface RequestJson extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  readonly challenge: string
  readonly allowCredentials?: readonly Descriptor[]
}

export function creationOptions(json: Record<string, unknown>): PublicKeyCredentialCreationOptions {
  const given = json as unknown as CreationJson
  return {
    ...given,
    challenge: bytesOf(given.challenge),
    user: { ...given.user, id: bytesOf(given.user.id) },
    excludeCredentials: (given.excludeCredentials ?? []).map(described),
  }
}

export function requestOptions(json: Record<string, unknown>): PublicKeyCredentialRequestOptions {
  const given = json as unknown as RequestJson
  return {
    ...given,
    challenge: bytesOf(given.challenge),
    allowCredentials: (given.allowCredentials ?? []).map(described),
  }
}

export function createdJson(credential: PublicKeyCredential): object {
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...named(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

export function gottenJson(credential: PublicKeyCredential): object {
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
  return {
    ...named(credential),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: userHandle === null ? null : textOf(userHandle),
    },
  }
}

function named({ id, rawId, type }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type }
}

function described({ id, type, transports }: Descriptor): PublicKeyCredentialDescriptor {
  return { id: bytesOf(id), type, ...(transports === undefined ? {} : { transports }) }
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

export function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
