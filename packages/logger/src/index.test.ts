import * as logger from './index.js';

it('exports exactly what is documented', () => {
  expect(Object.keys(logger).sort()).toEqual([
    'combineLoggers',
    'createConsoleLogger',
    'createDebugLogger',
    'createJsonLogger',
    'createPalette',
    'createTelemetryLogger',
    'createTranscriptLogger',
    'formatStack',
    'reportThrown',
    'textWidth',
  ]);
});
