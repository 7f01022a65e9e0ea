// For tests: typefaces and raster loaded once, in this thread.
import { loadRaster } from '../dots/raster.ts'
import { Shaper } from '../text/shaping.ts'
import { loadTypefaces } from '../text/typefaces.ts'

let loaded: Promise<Shaper> | null = null

export async function loadedShaper(): Promise<Shaper> {
  loaded ??= loadRaster().then(() => new Shaper({ typefaces: loadTypefaces() }))
  return loaded
}
