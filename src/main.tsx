import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/print.css'
import { suppressInstallPrompts } from '#src/pwa/firstInstallPrompt.ts'
import { addPageStyles, requestParts } from './pageParts.ts'
import { applyTheme, readTheme } from './ui/theme.ts'

applyTheme(readTheme())
suppressInstallPrompts()
// Loading React, loading the app and starting it are separate tasks, so that the main thread can handle input between
// them. This script imports none of them, so that it runs as soon as it has arrived.
const requested = requestParts()
const styles = requested.then(addPageStyles)
void requested
  .then(() => import('./react.ts'))
  .then(() => styles)
  .then(() => import('./start.tsx'))
  .then(({ start }) => start())
