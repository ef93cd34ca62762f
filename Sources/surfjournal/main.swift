print("surfjournal")
