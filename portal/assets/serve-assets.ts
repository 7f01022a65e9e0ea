// GET /assets/…: only the files that were gathered at the start; no path ever reaches the file system.
import type { Request, RequestHandler, Response } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { AssetFile, AssetFiles } from './asset-files.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Kept, but asked about each time. */
const REVALIDATE = 'no-cache'

/** With the current `?v=` a file may be kept for ever. Throws ProblemError `not_found` for everything else. */
export function serveAssets(files: AssetFiles): RequestHandler {
  return (request, response) => {
    const file = files.byPath.get(request.baseUrl + request.path)
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      throw new ProblemError('not_found', 'There is nothing at this address')
    }
    const isCurrent = request.query['v'] === files.version
    response.set({
      'Content-Type': file.type,
      'Cache-Control': isCurrent ? YEAR : REVALIDATE,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    })
    if (request.get('if-none-match') === file.etag) response.status(304).end()
    else send(file, request, response)
  }
}

function send(file: AssetFile, request: Request, response: Response): void {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(request.get('accept-encoding') ?? '')
  const body = takesGzip && file.gzipped !== null ? file.gzipped : file.body
  if (body === file.gzipped) response.set('Content-Encoding', 'gzip')
  response.set('Content-Length', String(body.length))
  response.end(request.method === 'HEAD' ? undefined : body)
}
