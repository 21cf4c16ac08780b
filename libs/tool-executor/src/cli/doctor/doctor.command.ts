import type { Session } from '../session.js';
import { UsageError } from '../usage.error.js';
import { withApplication } from '../with-application.js';
import { examine, reportBootError, type DoctorReport } from './doctor-report.js';
import { reportText } from './report-text.js';

/**
 * `doctor`: what a model sees of the tools, and what could trip it or an operator. Exit code 1 with
 * errors and, with `--strict`, with warnings; hints never fail.
 */
export async function doctorCommand(session: Session): Promise<number> {
  const { positionals, options, terminal } = session;
  if (positionals.length > 0) throw new UsageError('doctor takes no argument: it looks at all tools');
  const report = await makeReport(session);
  await terminal.result(
    options.json === true ? JSON.stringify(report, null, 2) : reportText(report, terminal),
  );
  const fails = options.strict === true ? ['error', 'warning'] : ['error'];
  return report.findings.some(({ level }) => fails.includes(level)) ? 1 : 0;
}

async function makeReport(session: Session): Promise<DoctorReport> {
  try {
    return await withApplication(session, async (app) => examine(app));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return reportBootError(error);
  }
}
