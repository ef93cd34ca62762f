print("make-seed")
