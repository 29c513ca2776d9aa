import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/focus.css'
import './styles/parts.css'
import './styles/print.css'
import { healthPath } from '#domain/service/healthPath.ts'
import { suppressInstallPrompts } from '#src/pwa/install/firstInstallPrompt.ts'
import { addPageStyles, requestParts } from './pageParts.ts'
import { applyTheme, readTheme } from './ui/theme.ts'
import { untilLoaded } from './ui/untilLoaded.ts'

const late = document.getElementById('late')

applyTheme(readTheme())
suppressInstallPrompts()
// Loading React, loading the app and starting it are separate tasks, so that the main thread can handle input between
// them. This script imports none of them, so that it runs as soon as it has arrived.
void requestParts()
  .then(() => untilLoaded(loadApp, noteFailure))
  .then(({ start }) => {
    late?.remove()
    return start()
  })

async function loadApp() {
  await Promise.all([import('./react.ts'), addPageStyles()])
  return import('./start.tsx')
}

/**
 * Shows why the page does not react. After a second failure although the host answers, reloads the page once: a newer
 * version may be deployed, and Firefox does not request a module again that has failed.
 */
async function noteFailure(): Promise<boolean> {
  if (late?.hidden === false && !isReload()) {
    const answer = await fetch(`/api${healthPath}`).catch(() => null)
    if (answer?.ok) location.reload()
  }
  if (late) late.hidden = false
  return false
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload'
}
