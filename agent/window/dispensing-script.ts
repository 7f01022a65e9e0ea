// The script of the pharmacist's pages: it brings them to the window that asked for it.
import { SignedIn } from './pages/dispensing/signed-in.tsx'
import { arrived } from './signed-in-pages.ts'

arrived(SignedIn)
