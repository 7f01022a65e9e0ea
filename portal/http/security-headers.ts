// The head fields of every reply: a content policy that allows our own files and nothing inline, and no camera.
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'

const SELF = "'self'"
const NONE = "'none'"
const PERMISSIONS = 'Permissions-Policy'

/** `isSecure`: browsers reach the site by https, so that they may be told to insist on it. `dataPictures`: pages carry pictures. */
export function securityHeaders({
  isSecure,
  dataPictures = true,
}: {
  readonly isSecure: boolean
  readonly dataPictures?: boolean
}): RequestHandler {
  const heads = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [NONE],
        'script-src': [SELF],
        'style-src': [SELF],
        'img-src': dataPictures ? [SELF, 'data:'] : [SELF],
        'connect-src': [SELF],
        'form-action': [SELF],
        'base-uri': [NONE],
        'frame-ancestors': [NONE],
        'font-src': [SELF],
        ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    // Not no-referrer: browsers would then send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  return (request, response, next) => {
    response.set(PERMISSIONS, 'camera=()')
    heads(request, response, next)
  }
}

/** This page may ask for the camera; no page within it may. */
export function allowCamera(response: Response): void {
  response.set(PERMISSIONS, 'camera=(self)')
}
