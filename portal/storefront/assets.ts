// The storefront's own files under /assets: style, script, pictures. Neither Tabler nor htmx: a phone would wait for them.
import path from 'node:path'
import { browserBundle, publicFiles, servedFiles, type AssetFiles } from '../assets/asset-files.ts'

const FOLDER = import.meta.dirname

export const SHOP_ASSETS = {
  style: '/assets/shop.css',
  script: '/assets/shop.js',
  icon: '/assets/icon.svg',
  social: '/assets/social.png',
} as const

/** Throws Error when a file is missing or the script does not compile. */
export async function loadShopFiles(): Promise<AssetFiles> {
  return await servedFiles([
    ...(await publicFiles(path.join(FOLDER, 'public'))),
    [SHOP_ASSETS.script, await browserBundle(path.join(FOLDER, 'browser/main.ts'))],
  ])
}
