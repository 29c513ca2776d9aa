// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TopBar } from '#src/features/navigation/TopBar.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'

afterEach(clearScreen)

async function showPage(height: string) {
  await page.viewport(390, 844)
  await showScreen(
    <>
      <TopBar
        utilisateur={{
          id: 3,
          nom: 'Benali',
          prenom: 'Karim',
          email: 'karim@demo.eclats.test',
          role: 'PARTICIPANT',
          invite: false,
        }}
        notifications={{ count: 0, label: '', panelId: 'panneau', panel: null }}
        sending={null}
      />
      <Page title="Mes médias" back="/participant">
        <PageHead title="Mes médias" />
        <div style={{ height }} />
      </Page>
    </>,
  )
}

const title = page.getByRole('banner').getByText('Mes médias')

test('hides the title of the bar while that of a short page is visible', async () => {
  await showPage('0')
  await expect.element(title).toHaveStyle({ opacity: '0' })
})

test('shows the title of the bar once that of the page is scrolled away', async () => {
  await showPage('3000px')
  await expect.element(title).toHaveStyle({ opacity: '0' })
  scrollTo(0, 1000)
  await expect.element(title).toHaveStyle({ opacity: '1' })
})
