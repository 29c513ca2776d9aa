import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/print.css'
import { keepInstallPrompt } from '#src/pwa/installPrompt.ts'
import { applyTheme, readTheme } from './ui/theme.ts'

applyTheme(readTheme())
keepInstallPrompt()
// Reading React, reading the app and starting it are three pieces of work: the phone draws breath in between.
void import('react-dom/client').then(() => import('./start.tsx')).then(({ start }) => start())
