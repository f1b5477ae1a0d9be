import './styles/tokens.css';
import './styles/base.css';
import './styles/ask.css';
import { render } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { ROUTES } from './routes.ts';
import { applyPrefs } from './state/prefs.ts';
import { openSession } from './state/session.ts';
import { NotFound } from './views/not-found.tsx';
import { Shell } from './views/shell.tsx';

function Page() {
  return (
    <LocationProvider>
      <Shell>
        <ErrorBoundary>
          <Router>
            {Object.entries(ROUTES).map(([path, view]) => (
              <Route key={path} path={path.replaceAll(/\{(\w+)\}/g, ':$1')} component={view} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </LocationProvider>
  );
}

const root = document.getElementById('app');
if (root) {
  openSession();
  applyPrefs().then(() => render(<Page />, root));
}
