import { render } from 'preact';
import { connect } from './api/studio.js';
import { takesToken, takeToken } from './api/token.js';
import { App, NoToken } from './app.js';
import { showScheme } from './look/scheme.js';
import { followAddress } from './routes/navigation.js';

const places = { location, history, storage: sessionStorage };
const token = takeToken(places);
// A URL that is pasted into an open tab changes only the hash, so the browser loads nothing.
window.addEventListener('hashchange', () => {
  if (takesToken(location) && takeToken(places) !== undefined) location.reload();
});
const place = document.getElementById('app');
showScheme();
if (place !== null && token === undefined) render(<NoToken />, place);
if (place !== null && token !== undefined) {
  followAddress();
  connect(token);
  render(<App />, place);
}
