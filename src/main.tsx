import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/print.css'
import { keepInstallPrompt } from '#src/pwa/installPrompt.ts'
import { addPageStyles } from './pageStyles.ts'
import { applyTheme, readTheme } from './ui/theme.ts'

applyTheme(readTheme())
keepInstallPrompt()
// Loading React, loading the app and starting it are separate tasks, so that the main thread can handle input between
// them.
const styles = addPageStyles()
void import('react-dom/client')
  .then(() => styles)
  .then(() => import('./start.tsx'))
  .then(({ start }) => start())
