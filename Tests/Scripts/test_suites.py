"""What a run of the tests prints, and how it ends: python3 -m unittest Scripts.test_suites"""
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SUITES = HERE.parents[1] / "scripts/lib/suites"


class SuitesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"
        self.budget = self.folder / "budget.tsv"
        self.budget.write_text("# seconds of processor time\nAppTests.BadTests\t1\nAppTests\t1\n")

    def command(self, *options):
        return [SUITES, "--log", self.log, "--budget", self.budget, *options, HERE / "bundle"]

    def run_suites(self, *options):
        return subprocess.run(self.command(*options), stdout=subprocess.PIPE, text=True, check=False)

    def test_a_run_without_failures_prints_a_line_a_suite_and_a_summary(self):
        run = self.run_suites("--filter", "GoodTests")
        self.assertEqual(run.returncode, 0)
        self.assertIn("✔ AppTests.GoodTests passed\n", run.stdout)
        self.assertTrue(run.stdout.endswith("2 passed, 0 failed\n"))
        self.assertIn("✔ Test \"a good test\" passed", self.log.read_text())

    def test_a_failed_test_prints_all_that_its_process_printed_and_again_at_the_end(self):
        run = self.run_suites("--skip", "CrashTests|EndTests|SlowTests")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout.count("Expectation failed: 1 == 2"), 2)
        self.assertTrue(run.stdout.endswith("2 passed, 1 failed\n"))

    def test_a_test_that_traps_is_a_failure_and_the_others_run(self):
        run = self.run_suites("--skip", "BadTests|EndTests|SlowTests")
        self.assertEqual(run.returncode, 1)
        self.assertIn("✘ LibraryTests ended with status -6.", run.stdout)
        self.assertTrue(run.stdout.endswith("2 passed, 1 failed\n"))

    def test_a_process_that_ends_well_before_its_tests_do_is_a_failure(self):
        run = self.run_suites("--filter", "EndTests|GoodTests")
        self.assertEqual(run.returncode, 1)
        self.assertIn("✘ LibraryTests ended with status 0, before it had run its tests.", run.stdout)
        self.assertTrue(run.stdout.endswith("2 passed, 1 failed\n"))

    def test_one_test_can_be_chosen(self):
        self.assertTrue(self.run_suites("--filter", "another good").stdout.endswith("1 passed, 0 failed\n"))

    def test_a_quick_run_leaves_out_the_suites_that_the_budget_marks(self):
        self.budget.write_text("AppTests.BadTests\t1\tall\nLibraryTests.SlowTests\t1\tall\n")
        run = self.run_suites("--quick", "--skip", "CrashTests|EndTests")
        self.assertEqual(run.returncode, 0)
        self.assertTrue(run.stdout.endswith("2 passed, 0 failed\n"))

    def test_late_suites_begin_when_what_they_need_is_ready(self):
        ready = self.folder / "ready"
        options = ["--filter", "GoodTests|BadTests", "--late", "AppTests", "--ready", ready]
        with subprocess.Popen(self.command(*options), stdout=subprocess.PIPE, text=True) as run:
            time.sleep(0.5)
            self.assertIsNone(run.poll())
            ready.write_text("program")
            self.assertIn("AppTests.GoodTests passed", run.communicate()[0])

    def test_late_suites_fail_if_what_they_need_could_not_be_built(self):
        ready = self.folder / "ready"
        ready.touch()
        run = self.run_suites("--filter", "GoodTests", "--late", "AppTests", "--ready", ready)
        self.assertEqual(run.returncode, 1)
        self.assertIn("it could not be built", run.stdout)

    def test_a_filter_that_matches_nothing_is_an_error(self):
        self.assertEqual(self.run_suites("--filter", "no such test").returncode, 1)

    def test_a_suite_above_twice_its_budget_is_reported_and_is_no_failure(self):
        self.budget.write_text("LibraryTests.SlowTests\t0.5\n")
        run = self.run_suites("--filter", "SlowTests|GoodTests")
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stdout, r"LibraryTests.SlowTests took \d.* Its budget is 0.5 s.")
        self.assertNotIn("AppTests took", run.stdout)

    def test_a_suite_of_an_unmeasured_run_is_not_compared_with_its_budget(self):
        self.budget.write_text("LibraryTests.SlowTests\t0.5\n")
        self.assertNotIn("took", self.run_suites("--filter", "SlowTests", "--unmeasured").stdout)

    def test_an_interrupted_run_ends_what_it_started_and_leaves_no_temporary_file(self):
        started = self.folder / "started"
        environment = dict(os.environ, WAITS=str(started), TMPDIR=str(self.folder))
        # A run in the background of a shell would inherit that Ctrl-C is ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        run = subprocess.Popen(self.command("--filter", "SlowTests"), env=environment, stdout=subprocess.DEVNULL)
        while not started.exists() or not started.read_text():
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), 130)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(started.read_text()), 0)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["budget.tsv", "log", "started"])


if __name__ == "__main__":
    unittest.main()
